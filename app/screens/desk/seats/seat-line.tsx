import type { WebinarSeatRow } from '#shared/contract/seats.ts'
import { call } from '#app/api/call.ts'
import { PersonCell } from '#app/screens/desk/parts/person-cell.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { WorkLine } from '#app/screens/desk/parts/work-line.tsx'
import { describeWebinarSeat, isWebinarSeatStuck, webinarSeatWords } from './describe-seat.ts'
import { webinarSeatsKey } from './seat-queries.ts'

/** One registrant's seat in the webinar of one event. */
export function WebinarSeatLine({ seat: webinarSeat }: { seat: WebinarSeatRow }) {
  const format = useFormatInstant()
  const { registrationId, email, personKey, eventTitle, name, state, lastError } = webinarSeat
  return (
    <WorkLine
      label={`Seat of ${email}`}
      state={webinarSeatWords[state]}
      stateWidth="lg:w-24"
      sentence={describeWebinarSeat(webinarSeat, format)}
      isBad={
        webinarSeatWords[state].tone === 'danger' || (state === 'waiting' && Boolean(lastError))
      }
      again={
        isWebinarSeatStuck(webinarSeat) && {
          subject: `The seat of ${email}`,
          retry: () =>
            call('POST /api/admin/seats/:registrationId/try-again', { params: { registrationId } }),
          queryKey: webinarSeatsKey,
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
