import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { seatStates } from '#shared/seats.ts'
import { EventSelect } from '#app/components/deliveries/event-select.tsx'
import { StateChip } from '#app/components/deliveries/state-chip.tsx'
import { seatWords } from './describe-seat.ts'
import { SeatList } from './seat-list.tsx'
import { seatSetup, seatsOf, type SeatFilter } from './seat-queries.ts'

/** Who has a seat in the webinar of which event, who has none and why. Issue "After the click". */
export function SeatDesk() {
  const [filter, setFilter] = useState<SeatFilter>({})
  const setup = useQuery(seatSetup).data
  const counts = useInfiniteQuery(seatsOf(filter)).data?.pages[0]?.counts
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  const shown = seatStates.filter((state) => counts?.[state] || filter.state === state)
  const isEmpty = all === 0 && filter.eventId === undefined
  return (
    <section aria-labelledby="seats-heading">
      <h2 id="seats-heading" className="text-heading">
        Webinar seats
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        Everybody with a confirmed registration gets a seat of their own in the event’s webinar.
      </p>
      {setup && setup.notes.length > 0 && (
        <ul className="mt-4 grid gap-2 rounded-md border border-line bg-raised px-4 py-3 text-small">
          {setup.notes.map((note) => (
            <li key={note} className="flex items-start gap-2.5 wrap-anywhere">
              <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
              <span className="min-w-0">{note}</span>
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && (
        <div className="mt-5 grid gap-4">
          <div className="sm:max-w-sm">
            <EventSelect
              eventId={filter.eventId}
              onChange={(eventId) => setFilter({ ...filter, eventId })}
            />
          </div>
          <fieldset aria-label="State of the seat" className="flex min-w-0 flex-wrap gap-2">
            <StateChip
              name="All"
              count={all}
              isOn={!filter.state}
              onPress={() => setFilter({ ...filter, state: undefined })}
            />
            {shown.map((state) => (
              <StateChip
                key={state}
                name={seatWords[state].name}
                count={counts?.[state]}
                isOn={filter.state === state}
                onPress={() => setFilter({ ...filter, state })}
              />
            ))}
          </fieldset>
        </div>
      )}
      <SeatList filter={filter} />
    </section>
  )
}
