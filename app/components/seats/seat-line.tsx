import { useRef } from 'react'
import type { SeatRow } from '#shared/contract/seats.ts'
import { call } from '#app/api/call.ts'
import { TryAgain } from '#app/components/deliveries/try-again.tsx'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { describeSeat, isSeatStuck, seatWords } from './describe-seat.ts'
import { seatsKey } from './seat-queries.ts'

/** One registrant's seat in the webinar of one event. */
export function SeatLine({ seat }: { seat: SeatRow }) {
  const format = useFormatInstant()
  const line = useRef<HTMLLIElement>(null)
  const { registrationId, email, eventTitle, name, state } = seat
  const isBad = seatWords[state].tone === 'danger' || (state === 'waiting' && seat.lastError)
  return (
    <li
      ref={line}
      tabIndex={-1}
      aria-label={`Seat of ${email}`}
      className="grid gap-x-5 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,9fr)] lg:items-center"
    >
      <p className="min-w-0 text-small">
        {name && <bdi className="block wrap-anywhere">{name}</bdi>}
        <a
          href={`mailto:${email}`}
          className="wrap-anywhere text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {email}
        </a>
      </p>
      <p className="min-w-0 text-small text-muted">
        <bdi className="wrap-anywhere">{eventTitle}</bdi>
      </p>
      <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 lg:items-center">
        <span className="lg:w-24">
          <Badge tone={seatWords[state].tone}>{seatWords[state].name}</Badge>
        </span>
        <p
          className={`min-w-0 grow basis-40 text-small wrap-anywhere figures ${isBad ? 'text-danger' : 'text-muted'}`}
        >
          {describeSeat(seat, format)}
        </p>
        {isSeatStuck(seat) && (
          <TryAgain
            subject={`The seat of ${email}`}
            repeat={() =>
              call('POST /api/admin/seats/:registrationId/try-again', {
                params: { registrationId },
              })
            }
            queryKey={seatsKey}
            onGone={() => line.current?.focus()}
          />
        )}
      </div>
    </li>
  )
}
