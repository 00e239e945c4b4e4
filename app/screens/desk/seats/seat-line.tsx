import type { SeatRow } from '#shared/contract/seats.ts'
import { call } from '#app/api/call.ts'
import { PersonCell } from '#app/screens/desk/parts/person-cell.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { WorkLine } from '#app/screens/desk/parts/work-line.tsx'
import { describeSeat, isSeatStuck, seatWords } from './describe-seat.ts'
import { seatsKey } from './seat-queries.ts'

/** One registrant's seat in the webinar of one event. */
export function SeatLine({ seat }: { seat: SeatRow }) {
  const format = useFormatInstant()
  const { registrationId, email, personKey, eventTitle, name, state, lastError } = seat
  return (
    <WorkLine
      label={`Seat of ${email}`}
      state={seatWords[state]}
      stateWidth="lg:w-24"
      sentence={describeSeat(seat, format)}
      isBad={seatWords[state].tone === 'danger' || (state === 'waiting' && Boolean(lastError))}
      again={
        isSeatStuck(seat) && {
          subject: `The seat of ${email}`,
          retry: () =>
            call('POST /api/admin/seats/:registrationId/try-again', { params: { registrationId } }),
          queryKey: seatsKey,
        }
      }
    >
      <PersonCell {...{ personKey, name, email }} />
      <p className="min-w-0 text-muted">
        <bdi className="wrap-anywhere">{eventTitle}</bdi>
      </p>
    </WorkLine>
  )
}
