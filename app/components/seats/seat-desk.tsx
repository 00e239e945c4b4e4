import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { EventSelect, fieldLook } from '#app/components/deliveries/event-select.tsx'
import { StateFilter } from '#app/components/desk/state-filter.tsx'
import { useSettled } from '#app/ui/use-settled.ts'
import { seatWords } from './describe-seat.ts'
import { RepeatAllSeats } from './repeat-all-seats.tsx'
import { SeatList } from './seat-list.tsx'
import { seatSetup, useSeats, type SeatFilter } from './seat-queries.ts'

/** Who has a seat in the webinar of which event, who has none and why. Issue "After the click". */
export function SeatDesk() {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<SeatFilter>({ search: '' })
  const filter = { ...chosen, search: useSettled(chosen.search.trim()) }
  const setup = useQuery(seatSetup).data
  const counts = useSeats(filter).data?.pages[0]?.counts
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  const isEmpty = all === 0 && filter.eventId === undefined && chosen.search === ''
  return (
    <section aria-labelledby="seats-heading">
      <h2 ref={heading} id="seats-heading" tabIndex={-1} className="text-heading outline-none">
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
          <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
            <EventSelect
              eventId={chosen.eventId}
              onChange={(eventId) => setChosen({ ...chosen, eventId })}
            />
            <div className="min-w-0">
              <label htmlFor={id} className="text-small font-semibold">
                Name or email
              </label>
              <input
                id={id}
                type="search"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder="Any part of them"
                className={`${fieldLook} placeholder:text-muted`}
                value={chosen.search}
                onChange={({ target }) => setChosen({ ...chosen, search: target.value })}
              />
            </div>
          </div>
          <StateFilter
            label="State of the seat"
            words={seatWords}
            counts={counts}
            state={chosen.state}
            onChange={(state) => setChosen({ ...chosen, state })}
          />
          <RepeatAllSeats
            filter={filter}
            failed={counts?.failed ?? 0}
            onGone={() => heading.current?.focus()}
          />
        </div>
      )}
      <SeatList filter={filter} />
    </section>
  )
}
