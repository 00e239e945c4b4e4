import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { SetupNotes, PageHeading } from '#client/admin/page-heading.tsx'
import { pagedQuery } from '#client/admin/paged-list.tsx'
import { PersonCell } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { WorkLine } from '#client/admin/work-line.tsx'
import { WorkList, type WorkFilter } from '#client/admin/work-list.tsx'
import { call, pathOf } from '#client/api/call.ts'
import { webinarSeatSetup } from '#features/events/admin/event-queries.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import type { WebinarSeatRow } from '#features/webinars/contract.ts'
import { mostAtOnce } from '#kernel/fields.ts'
import type { WebinarSeatState } from '#kernel/values.ts'
import { writePeople } from '#kernel/write-count.ts'
import {
  webinarSeatColumns,
  webinarSeatLabels,
  describeWebinarSeat,
  isWebinarSeatStuck,
} from './webinar-seat-labels.ts'

/** The page that lists all registrations in Zoom, with the reason for each that failed. */
export function WebinarSeats() {
  const heading = useRef<HTMLHeadingElement>(null)
  const setup = useQuery(webinarSeatSetup).data
  return (
    <section aria-labelledby="seats-heading">
      <PageHeading ref={heading} id="seats-heading">
        Zoom registrations
      </PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        Everyone with a confirmed registration is registered in the event’s Zoom webinar
        {setup?.isConfigured === false ? ', once Zoom is connected.' : '.'}
      </p>
      <SetupNotes notes={setup?.notes} />
      <WebinarSeatList onGone={() => heading.current?.focus()} />
    </section>
  )
}

type WebinarSeatListProps = {
  /** Id of the event whose Zoom registrations are listed; if omitted, those of all events. */
  ofEvent?: number
  /** Called when the focused button disappears, so that the caller can move the focus. */
  onGone: () => void
}

/** The list of registrants with the state of their registration in Zoom. */
export function WebinarSeatList({ ofEvent, onGone }: WebinarSeatListProps) {
  const setup = useQuery(webinarSeatSetup).data
  return (
    <WorkList
      name="seats"
      label="Zoom registrations, newest first"
      nothing={{
        yet: 'No Zoom registrations yet.',
        found: 'No match.',
      }}
      states={{ label: 'Status', words: webinarSeatLabels }}
      ofEvent={ofEvent}
      EventSelect={EventSelect}
      waitsForFirst
      pagesOf={(filter) => webinarSeatsOf(filter, setup?.isConfigured ?? false)}
      rowsOf={({ seats: webinarSeats }) => webinarSeats}
      linesOf={(webinarSeats) =>
        webinarSeats.map((webinarSeat) => (
          <WebinarSeatLine
            key={webinarSeat.registrationId}
            seat={webinarSeat}
            isConfigured={setup?.isConfigured ?? true}
          />
        ))
      }
      csv={{ fileName: 'seats', columns: webinarSeatColumns }}
      againAll={({ eventId, search, state = 'failed' }, { failed }) =>
        state === 'failed' &&
        failed > 0 && {
          label: 'Retry all failed',
          started: `Registering ${writePeople(failed)} in Zoom again.`,
          retry: () => call('POST /api/admin/seats/try-again', { body: { eventId, search } }),
          queryKey: webinarSeatsKey,
        }
      }
      onGone={onGone}
    />
  )
}

function WebinarSeatLine({
  seat: webinarSeat,
  isConfigured,
}: {
  seat: WebinarSeatRow
  isConfigured: boolean
}) {
  const format = useFormatInstant()
  const { registrationId, email, personKey, eventTitle, name, state, lastError } = webinarSeat
  return (
    <WorkLine
      label={`Zoom registration of ${email}`}
      state={webinarSeatLabels[state]}
      stateWidth="lg:min-w-24"
      sentence={describeWebinarSeat(webinarSeat, { when: format, isConfigured })}
      isBad={
        webinarSeatLabels[state].tone === 'danger' || (state === 'waiting' && Boolean(lastError))
      }
      again={
        isWebinarSeatStuck(webinarSeat) && {
          started: `Registering ${email} in Zoom again.`,
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

const pageSize = 50

const webinarSeatsKey = [pathOf('GET /api/admin/seats')] as const

/** Paged query of Zoom registrations; refetched while a registration of the page is in progress. */
function webinarSeatsOf(filter: WorkFilter<WebinarSeatState>, isTaking: boolean) {
  return pagedQuery({
    queryKey: [...webinarSeatsKey, filter],
    load: ({ before, limit, signal }) =>
      call('GET /api/admin/seats', { query: { ...filter, before, limit }, signal }),
    pageSize,
    mostAtOnce,
    isMoving: ({ seats: webinarSeats }) =>
      isTaking && webinarSeats.some(({ state }) => state === 'waiting'),
  })
}
