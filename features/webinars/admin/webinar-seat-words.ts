import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { reasonOf, triesOf, type StateWords, type Write } from '#client/admin/work-list.tsx'
import type { WebinarSeatRow } from '#features/webinars/contract.ts'
import type { WebinarSeatState } from '#kernel/values.ts'

export const webinarSeatWords: StateWords<WebinarSeatState> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  seated: { name: 'Seated', tone: 'success' },
  pending: { name: 'To approve', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  withdrawn: { name: 'Withdrawn', tone: 'danger' },
}

/** CSV columns of the list: one line per Zoom registration. */
export const webinarSeatColumns: CsvColumns<WebinarSeatRow> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Event: ({ eventTitle }) => eventTitle,
  State: ({ state }) => webinarSeatWords[state].name,
  Tries: ({ attempts }) => String(attempts),
  'Next Try': ({ nextTryAt }, zone) => writeInstant(nextTryAt, zone),
  'Seated At': ({ seatedAt }, zone) => writeInstant(seatedAt, zone),
  'Came At': ({ attendedAt }, zone) => writeInstant(attendedAt, zone),
  Reason: ({ lastError }) => lastError ?? '',
}

/** `when` formats a time. Unless Zoom is configured, nothing is retried automatically. */
type Known = { when: Write; isConfigured: boolean }

function nextStep({ nextTryAt }: WebinarSeatRow, { when, isConfigured }: Known) {
  if (!isConfigured) return 'No seat is taken: Zoom is not set up'
  return nextTryAt ? `Next try ${when(nextTryAt)}` : ''
}

function describeWaiting(row: WebinarSeatRow, { when, isConfigured }: Known) {
  const next = nextStep(row, { when, isConfigured })
  if (row.attempts === 0 || !row.lastError) return next || 'Will be taken by itself'
  return `No seat after ${triesOf(row)}: ${reasonOf(row)}${next && `. ${next}`}`
}

const sentences: Record<WebinarSeatState, (row: WebinarSeatRow, known: Known) => string> = {
  waiting: describeWaiting,
  seated: (row, { when }) => `Registered in Zoom${row.seatedAt ? ` ${when(row.seatedAt)}` : ''}`,
  pending: () => 'Registered; the webinar’s host has yet to approve it in Zoom',
  failed: (row) => `Given up after ${triesOf(row)}: ${reasonOf(row)}`,
  withdrawn: (row) => row.lastError ?? 'Cancelled or denied in Zoom',
}

/** Describes the state of a Zoom registration in one sentence. */
export function describeWebinarSeat(row: WebinarSeatRow, known: Known): string {
  const attended = row.attendedAt ? `. Came in ${known.when(row.attendedAt)}` : ''
  return sentences[row.state](row, known) + attended
}

/** Returns whether a retry makes sense. */
export function isWebinarSeatStuck({ state, attempts }: WebinarSeatRow): boolean {
  return state === 'failed' || state === 'withdrawn' || (state === 'waiting' && attempts > 0)
}
