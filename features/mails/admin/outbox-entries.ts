import { queryOptions } from '@tanstack/react-query'
import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { watchWhile, pagedQuery } from '#client/admin/paged-list.tsx'
import type { Retry } from '#client/admin/retry-button.tsx'
import {
  type WorkFilter,
  type StateLabels,
  reasonOf,
  triesOf,
  type Write,
} from '#client/admin/work-list.tsx'
import { pathOf, call } from '#client/api/call.ts'
import { mostAtOnce } from '#kernel/fields.ts'
import type { ListedEntry, OutboxEntryRow } from '#features/mails/contract.ts'
import { mailNames, type MailKind } from '#kernel/mail-kinds.ts'
import type { OutboxEntryState } from '#kernel/values.ts'

const pageSize = 20

export const outboxEntriesKey = [pathOf('GET /api/admin/messages')] as const

/** Query for pages of outbox entries, newest first. Refetches while any entry is waiting or being sent. */
export function outboxEntriesOf(filter: WorkFilter<OutboxEntryState, MailKind>) {
  return pagedQuery({
    queryKey: [...outboxEntriesKey, filter],
    load: ({ before, limit, signal }) =>
      call('GET /api/admin/messages', { query: { ...filter, by: 'mail', before, limit }, signal }),
    pageSize,
    mostAtOnce,
    isMoving: ({ counts }) => counts.waiting + counts.sending > 0,
  })
}

/**
 * Columns of the CSV download of sent mails. A mail may contain several notifications; its line then lists the kinds
 * and events of all of them.
 */
export const outboxColumns: CsvColumns<ListedEntry> = {
  Kind: (row) => [row, ...row.also].map(({ kind }) => mailNames[kind]).join('; '),
  Event: (row) => joinTitles([row, ...row.also].map(({ eventTitle }) => eventTitle)),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  State: ({ state }) => stateLabels[state].name,
  Tries: ({ attempts }) => String(attempts),
  'Tried At': ({ triedAt }, zone) => writeInstant(triedAt, zone),
  'Next Try': ({ nextTryAt }, zone) => writeInstant(nextTryAt, zone),
  'Sent At': ({ sentAt }, zone) => writeInstant(sentAt, zone),
  Reason: ({ lastError }) => lastError ?? '',
}

const joinTitles = (titles: (string | null)[]) => [...new Set(titles)].filter(Boolean).join('; ')

export function outboxEntryOf(id: number) {
  return queryOptions({
    queryKey: [...outboxEntriesKey, id],
    queryFn: ({ signal }) => call('GET /api/admin/messages/:id', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<{ state: OutboxEntryState }>(
      ({ state }) => state === 'waiting' || state === 'sending',
    ),
  })
}

export const mailSetup = queryOptions({
  queryKey: [pathOf('GET /api/admin/message-setup')],
  queryFn: ({ signal }) => call('GET /api/admin/message-setup', { signal }),
})

export const stateLabels: StateLabels<OutboxEntryState> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  sending: { name: 'Sending', tone: 'neutral' },
  sent: { name: 'Sent', tone: 'success' },
  kept: { name: 'Not sent (no mail server)', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  skipped: { name: 'Skipped', tone: 'neutral' },
  stopped: { name: 'Stopped', tone: 'neutral' },
  unknown: { name: 'May have been sent', tone: 'danger' },
}

function onceAt({ sentAt, isCarried }: OutboxEntryRow, when: Write) {
  return `${sentAt ? ` ${when(sentAt)}` : ''}${isCarried ? ', as part of another email' : ''}`
}

function describeWaiting(row: OutboxEntryRow, when: Write) {
  if (row.attempts === 0) return 'Waiting to be sent'
  const next = row.nextTryAt ? `. Next try ${when(row.nextTryAt)}` : ''
  return `Not sent yet, after ${triesOf(row)}: ${reasonOf(row)}${next}`
}

const sentences: Record<OutboxEntryState, (row: OutboxEntryRow, when: Write) => string> = {
  waiting: describeWaiting,
  sending: () => 'Sending now',
  sent: (row, when) => `Sent${onceAt(row, when)}`,
  kept: (row, when) => `Stored${onceAt(row, when)}, not sent`,
  failed: (row) => `Failed after ${triesOf(row)}: ${reasonOf(row)}`,
  skipped: reasonOf,
  stopped: reasonOf,
  unknown: reasonOf,
}

/** Describes the state of an outbox entry in one sentence; `when` formats a time. */
export function describeOutboxEntry(row: OutboxEntryRow, when: Write): string {
  return sentences[row.state](row, when)
}

/**
 * Returns whether an outbox entry needs attention: its mail failed, awaits a retry, or may not have
 * arrived.
 */
export function isStuck({ state, attempts, isCarried }: OutboxEntryRow): boolean {
  if (isCarried) return false
  return state === 'failed' || state === 'unknown' || (state === 'waiting' && attempts > 0)
}

/**
 * Returns label and API call of the button that retries a mail: failed, waiting, in doubt, or stored but
 * not sent.
 */
export function retryMail({ id, email, state }: OutboxEntryRow): Retry {
  return {
    label: state === 'kept' ? 'Send it now' : 'Try again',
    started: `Sending the email to ${email}.`,
    retry: () => call('POST /api/admin/messages/:id/try-again', { params: { id } }),
    queryKey: outboxEntriesKey,
  }
}
