import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type MetaArgs, useLocation, useParams, Link, useNavigate } from 'react-router'
import { createDraftKeeper } from '#client/admin/draft-keeper.ts'
import { serverMessage } from '#client/api/call.ts'
import { siteOfMatches } from '#client/page/use-site.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { CrewSection } from '#features/crew/admin/crew-section.tsx'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import { EventQuestions } from '#features/questions/admin/event-questions.tsx'
import { TranscriptEditor } from '#features/transcripts/admin/transcript-editor.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { EventDraftKeeper } from './event-draft.ts'
import { EventForm } from './event-form.tsx'

/** Outlives the gate, which takes the form away when a session ends. */
const draftKeeper: EventDraftKeeper = createDraftKeeper()

const isQuestions = (path: string) => path.endsWith('/questions')

export function meta({ matches, params, location }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  const own = params.eventId === 'new' ? 'Create event' : 'Edit event'
  const title = isQuestions(location.pathname) ? 'Questions' : own
  return [
    { title: name === undefined ? title : `${title} | ${name}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/**
 * The event editor, at `/admin/events/new` for a new one, and below its address the board of its questions.
 * Specification, "Events" and "Questions".
 */
export default function EventEditor() {
  const { eventId } = useParams()
  if (isQuestions(useLocation().pathname)) return <EventQuestions eventId={Number(eventId)} />
  return (
    <EditEvent
      key={eventId}
      eventId={eventId === 'new' ? undefined : Number(eventId)}
      keeper={draftKeeper}
    />
  )
}

type EditEventProps = {
  /** Nothing for a new event. */
  eventId: number | undefined
  keeper: EventDraftKeeper
}

/** One event to be edited, read anew on every visit, or a new one. */
function EditEvent({ eventId, keeper }: EditEventProps) {
  const isNew = eventId === undefined
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation() as { state: { isCreated?: boolean } | null }
  const isCreated = state?.isCreated === true
  const title = useRef<HTMLHeadingElement>(null)
  const events = useQuery({ ...adminEvents, enabled: !isNew, refetchOnMount: 'always' })
  const event = events.data?.find(({ id }) => id === eventId)
  const name = isNew ? 'Create event' : (event?.title ?? 'Edit event')
  const isFresh = isNew || events.isFetchedAfterMount || isCreated

  useEffect(() => {
    if (isCreated) title.current?.focus({ preventScroll: true })
  }, [isCreated])

  function goOn(created: AdminEvent) {
    queryClient.setQueryData(adminEvents.queryKey, (rows: AdminEvent[] = []) => [...rows, created])
    void navigate(`/admin/events/${created.id}`, { replace: true, state: { isCreated: true } })
  }

  return (
    <>
      <h1
        ref={title}
        tabIndex={-1}
        className={`wrap-anywhere outline-none ${name.length > 40 ? 'text-heading' : 'text-title'}`}
      >
        {name}
      </h1>
      <div className="mt-8">
        {!isFresh && <Loading />}
        {isFresh && (isNew || event) && (
          <EventForm
            event={event}
            keeper={keeper}
            onCreated={goOn}
            onDeleted={() => void navigate('/admin/events')}
          />
        )}
        {isFresh && event && (
          <Link
            to={`/admin/events/${event.id}/questions`}
            className={buttonStyle('secondary', 'medium', 'mt-8')}
          >
            Questions for the guest
          </Link>
        )}
        {isFresh && event && <CrewSection key={`crew-${event.id}`} eventId={event.id} />}
        {isFresh && event && <TranscriptEditor key={event.id} eventId={event.id} />}
        {isFresh && !isNew && !event && (
          <Missing error={events.error} onRetry={() => void events.refetch()} />
        )}
      </div>
    </>
  )
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div role="alert" className="grid max-w-reading justify-items-start gap-5">
      <p className="text-lead">
        {error
          ? `The event could not be loaded. ${serverMessage(error) ?? 'Please check your connection.'}`
          : 'There is no event with this number. Somebody may have deleted it.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {error && <Button onClick={onRetry}>Try again</Button>}
        <Link to="/admin/events" className={buttonStyle('secondary')}>
          All events
        </Link>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid max-w-reading gap-5">
      <output className="sr-only">Loading event...</output>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
