import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#app/api/call.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { SetupNotes } from '#app/screens/desk/parts/setup-notes.tsx'
import { WorkList } from '#app/screens/desk/parts/work-list.tsx'
import { webinarSeatWords } from './describe-seat.ts'
import { WebinarSeatLine } from './seat-line.tsx'
import { webinarSeatSetup, webinarSeatsKey, webinarSeatsOf } from './seat-queries.ts'

/**
 * Who has a seat in the webinar of which event, who has none and why. Specification, "Seats in
 * webinars".
 */
export function WebinarSeatList() {
  const heading = useRef<HTMLHeadingElement>(null)
  const setup = useQuery(webinarSeatSetup).data
  return (
    <section aria-labelledby="seats-heading">
      <RoomHeading ref={heading} id="seats-heading">
        Webinar seats
      </RoomHeading>
      <p className="mt-2 max-w-reading text-muted">
        Everybody with a confirmed registration gets a seat of their own in the event’s webinar.
      </p>
      <SetupNotes notes={setup?.notes} />
      <WorkList
        name="seats"
        label="Seats, newest registration first"
        nothing={{
          yet: 'No seats to show. They come with the first registration for an event that has a webinar.',
          found: 'No seat matches.',
        }}
        states={{ label: 'State of the seat', words: webinarSeatWords }}
        hasEvents
        waitsForFirst
        pagesOf={(filter) => webinarSeatsOf(filter, setup?.isConfigured ?? false)}
        linesOf={({ seats: webinarSeats }) =>
          webinarSeats.map((webinarSeat) => (
            <WebinarSeatLine key={webinarSeat.registrationId} seat={webinarSeat} />
          ))
        }
        againAll={({ eventId, search, state = 'failed' }, { failed }) =>
          state === 'failed' &&
          failed > 0 && {
            label: 'Try all again',
            subject:
              failed === 1
                ? 'The failed seat'
                : `Each of ${failed.toLocaleString('en-GB')} failed seats`,
            retry: () => call('POST /api/admin/seats/try-again', { body: { eventId, search } }),
            queryKey: webinarSeatsKey,
          }
        }
        onGone={() => heading.current?.focus()}
      />
    </section>
  )
}
