import { call } from '#app/api/call.ts'
import { TryAgain } from '#app/components/deliveries/try-again.tsx'
import { seatsKey, type SeatFilter } from './seat-queries.ts'

type RepeatAllSeatsProps = {
  filter: SeatFilter
  /** Of the event and the people chosen. */
  failed: number
  onGone: () => void
}

/** Tries again at once to take all failed seats of the event and the people chosen. */
export function RepeatAllSeats({ filter, failed, onGone }: RepeatAllSeatsProps) {
  const { state = 'failed', eventId, search } = filter
  if (failed === 0 || state !== 'failed') return null
  return (
    <div>
      <TryAgain
        label="Try all again"
        subject={failed === 1 ? 'The failed seat' : `Each of ${failed} failed seats`}
        repeat={() => call('POST /api/admin/seats/try-again', { body: { eventId, search } })}
        queryKey={seatsKey}
        onGone={onGone}
      />
    </div>
  )
}
