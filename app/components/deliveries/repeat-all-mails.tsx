import type { DeliveryState } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { deliveriesKey, type DeliveryFilter } from './delivery-queries.ts'
import { TryAgain } from './try-again.tsx'

type RepeatAllMailsProps = {
  filter: DeliveryFilter
  /** Of the event and address chosen. */
  counts: Record<DeliveryState, number> | undefined
  onGone: () => void
}

/** Tries again at once all mails of the event and address chosen that failed, or that wait. */
export function RepeatAllMails({ filter, counts, onGone }: RepeatAllMailsProps) {
  const { state = 'failed', eventId, email } = filter
  if (state !== 'failed' && state !== 'waiting') return null
  const count = counts?.[state] ?? 0
  if (count === 0) return null
  return (
    <div className="mt-5">
      <TryAgain
        label="Try all again"
        subject={`${count === 1 ? 'The' : 'Every'} ${state} message`}
        repeat={() =>
          call('POST /api/admin/messages/try-again', { body: { state, eventId, email } })
        }
        queryKey={deliveriesKey}
        onGone={onGone}
      />
    </div>
  )
}
