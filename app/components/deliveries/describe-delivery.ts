import type { DeliveryRow } from '#shared/contract/messages.ts'
import type { DeliveryState } from '#shared/messages.ts'

type Write = (instant: string) => string

const triesOf = ({ attempts }: DeliveryRow) => (attempts === 1 ? '1 try' : `${attempts} tries`)
const reasonOf = ({ lastError }: DeliveryRow) => lastError ?? 'No reason was given'

function describeWaiting(row: DeliveryRow, when: Write) {
  if (row.attempts === 0) return 'In the queue'
  const next = row.nextTryAt ? `. Next try ${when(row.nextTryAt)}` : ''
  return `Not sent after ${triesOf(row)}: ${reasonOf(row)}${next}`
}

const sentences: Record<DeliveryState, (row: DeliveryRow, when: Write) => string> = {
  waiting: describeWaiting,
  sending: () => 'Is being handed over',
  sent: ({ sentAt }, when) => (sentAt ? `Sent ${when(sentAt)}` : 'Sent'),
  kept: ({ sentAt }, when) => `Written${sentAt ? ` ${when(sentAt)}` : ''}, not sent`,
  failed: (row) => `Given up after ${triesOf(row)}: ${reasonOf(row)}`,
  skipped: reasonOf,
  unknown: reasonOf,
}

/** What became of a delivery, in a sentence; `when` writes an instant. */
export function describeDelivery(row: DeliveryRow, when: Write): string {
  return sentences[row.state](row, when)
}

/** Whether 'Try again' has a sense: never for what was sent, nor for what was left out on purpose. */
export function canBeRepeated({ state, attempts }: DeliveryRow, isSending: boolean): boolean {
  if (state === 'failed' || state === 'unknown') return true
  if (state === 'kept') return isSending
  return state === 'waiting' && attempts > 0
}
