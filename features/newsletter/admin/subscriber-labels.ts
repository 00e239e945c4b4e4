import { reasonOf as wordsOf, type StateLabels, type Write } from '#client/admin/work-list.tsx'
import type { MailingListMember } from '#features/newsletter/contract.ts'
import type { MemberState } from '#kernel/values.ts'

export const subscriberLabels: StateLabels<MemberState> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  syncing: { name: 'Syncing', tone: 'neutral' },
  synced: { name: 'In MailerLite', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
  left: { name: 'Unsubscribed', tone: 'neutral' },
}

const at = (instant: string | null, when: Write) => (instant ? ` ${when(instant)}` : '')

/**
 * Returns the error of a person's sync without its final full stop, which only some of MailerLite's messages
 * have.
 */
const reasonOf = (row: MailingListMember) => wordsOf(row).replace(/\.$/, '')

function describeWaiting(row: MailingListMember, when: Write) {
  const { lastError, nextTryAt, triedAt } = row
  if (!lastError)
    return nextTryAt ? `Next sync${at(nextTryAt, when)}` : 'Will be synced automatically'
  const next = nextTryAt ? `. Next try${at(nextTryAt, when)}` : ''
  return `Last try failed${at(triedAt, when)}: ${reasonOf(row)}${next}`
}

const sentences: Record<MemberState, (row: MailingListMember, when: Write) => string> = {
  waiting: describeWaiting,
  syncing: () => 'Syncing now',
  synced: (row, when) => `Synced${at(row.syncedAt, when)}`,
  failed: (row, when) => `Failed${at(row.triedAt, when)}: ${reasonOf(row)}`,
  left: (row, when) =>
    `${row.lastError ? reasonOf(row) : 'Unsubscribed'},${at(row.syncedAt, when)}`,
}

/** Describes a person's state at MailerLite in one sentence; `when` formats a time. */
export function describeSubscriber(row: MailingListMember, when: Write): string {
  const wasTold = row.state === 'waiting' || row.state === 'failed' || row.state === 'syncing'
  const before = wasTold && row.syncedAt ? `. Last synced${at(row.syncedAt, when)}` : ''
  return sentences[row.state](row, when) + before
}

/** Returns whether the last attempt to sync a person failed, so that a retry makes sense. */
export function isTroubled({ state, lastError }: MailingListMember): boolean {
  return state === 'failed' || (state === 'waiting' && lastError !== null)
}
