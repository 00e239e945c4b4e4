import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import type { OutboxEntryState } from '#shared/messages.ts'
import { reasonOf, triesOf, type Write } from '#app/screens/desk/parts/describe-work.ts'

function onceAt({ sentAt, isCarried }: OutboxEntryRow, when: Write) {
  return `${sentAt ? ` ${when(sentAt)}` : ''}${isCarried ? ', within another mail' : ''}`
}

function describeWaiting(row: OutboxEntryRow, when: Write) {
  if (row.attempts === 0) return 'In the queue'
  const next = row.nextTryAt ? `. Next try ${when(row.nextTryAt)}` : ''
  return `Not sent after ${triesOf(row)}: ${reasonOf(row)}${next}`
}

const sentences: Record<OutboxEntryState, (row: OutboxEntryRow, when: Write) => string> = {
  waiting: describeWaiting,
  sending: () => 'Is being handed over',
  sent: (row, when) => `Sent${onceAt(row, when)}`,
  kept: (row, when) => `Written${onceAt(row, when)}, not sent`,
  failed: (row) => `Given up after ${triesOf(row)}: ${reasonOf(row)}`,
  skipped: reasonOf,
  unknown: reasonOf,
}

/** What became of an outbox entry, in a sentence; `when` writes an instant. */
export function describeOutboxEntry(row: OutboxEntryRow, when: Write): string {
  return sentences[row.state](row, when)
}

/** Whether it needs somebody to look: it failed, hangs between tries, or may not have arrived. */
export function isStuck({ state, attempts, isCarried }: OutboxEntryRow): boolean {
  if (isCarried) return false
  return state === 'failed' || state === 'unknown' || (state === 'waiting' && attempts > 0)
}
