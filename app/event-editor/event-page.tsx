import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { FormForEditors } from '#client/admin/for-role.tsx'
import { serverMessage } from '#client/api/call.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import { type EventTab, eventTabPath, eventTabs } from '#features/events/admin/event-places.ts'
import type { AdminEvent, ListedEvent } from '#kernel/event-shapes.ts'
import type { EventDraftKeeper } from './event-draft.ts'
import { EventForm, type EventFormHandle } from './event-form.tsx'
import { EventHeader } from './event-header.tsx'
import { Overview } from './overview/overview.tsx'

const waiting = <Skeleton className="h-96" />
const PeopleTab = lazyChunk(async () => (await import('./people-tab.tsx')).PeopleTab, waiting)
const EmailTab = lazyChunk(async () => (await import('./email-tab.tsx')).EmailTab, waiting)
const QuestionsTab = lazyChunk(
  async () => (await import('#features/questions/admin/event-questions.tsx')).EventQuestions,
  waiting,
)
const FormQuestions = lazyChunk(
  async () =>
    (await import('#features/form-questions/admin/form-questions-section.tsx'))
      .FormQuestionsSection,
)
const Materials = lazyChunk(
  async () => (await import('#features/materials/admin/materials-section.tsx')).MaterialsSection,
)
const RecordingTab = lazyChunk(
  async () => (await import('./recording-tab.tsx')).RecordingTab,
  waiting,
)
const ResultsTab = lazyChunk(async () => (await import('./results-tab.tsx')).ResultsTab, waiting)

type EventPageProps = { eventId: number; tab: EventTab; keeper: EventDraftKeeper }

/** The page of one event: its header and one of its tabs. Refetches the event on every visit. */
export function EventPage({ eventId, tab, keeper }: EventPageProps) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { isCreated?: boolean } | null }
  const [isCreated] = useState(state?.isCreated === true)
  const title = useRef<HTMLHeadingElement>(null)
  const form = useRef<EventFormHandle>(null)
  const openCreated = useOpenCreated()
  const [isDirty, setIsDirty] = useState(false)
  const events = useQuery({ ...adminEvents, refetchOnMount: 'always' })
  const event = events.data?.find(({ id }) => id === eventId)
  const isFresh = events.isFetchedAfterMount || isCreated

  useEffect(() => {
    if (isCreated) title.current?.focus({ preventScroll: true })
  }, [isCreated])

  function move(changed: AdminEvent | undefined) {
    if (changed) form.current?.rebase(changed)
    else void navigate('/admin/events')
  }

  if (!event) {
    return (
      <>
        <h1 className="text-title">Event</h1>
        <div className="mt-8">
          {isFresh ? (
            <Missing error={events.error} onRetry={() => void events.refetch()} />
          ) : (
            <Loading />
          )}
        </div>
      </>
    )
  }
  return (
    <>
      <EventHeader event={event} titleRef={title} isDirty={isDirty} onMoved={move} />
      <EventTabs eventId={eventId} tab={tab} />
      <div className="mt-8">
        {tab === 'details' && (
          <DetailsTab isFresh={isCreated}>
            <FormForEditors>
              <EventForm
                ref={form}
                event={event}
                keeper={keeper}
                onCreated={openCreated}
                onDirty={setIsDirty}
              />
            </FormForEditors>
            <FormQuestions eventId={eventId} />
            <Materials eventId={eventId} isOver={event.status === 'completed'} />
          </DetailsTab>
        )}
        {tab === '' && <Overview event={event} />}
        {tab === 'people' && <PeopleTab event={event} />}
        {tab === 'email' && <EmailTab event={event} />}
        {tab === 'questions' && <QuestionsTab eventId={eventId} />}
        {tab === 'recording' && (
          <FormForEditors>
            <RecordingTab event={event} />
          </FormForEditors>
        )}
        {tab === 'results' && <ResultsTab event={event} />}
      </div>
    </>
  )
}

/** Maximum age, in milliseconds, of fetched events with which the form may start; older ones are refetched first. */
const freshMs = 5000

/** Mounts the form only after a refetch of the events, so that the form starts with the latest row. */
function DetailsTab({ isFresh, children }: { isFresh: boolean; children: ReactNode }) {
  const events = useQuery({ ...adminEvents, staleTime: freshMs })
  const [wasFresh] = useState(isFresh || !events.isStale)
  return wasFresh || events.isFetchedAfterMount ? children : <Loading />
}

function EventTabs({ eventId, tab: shown }: { eventId: number; tab: EventTab }) {
  return (
    <nav aria-label="Event" className="mt-6 border-b border-line print:hidden">
      <ul className="-mx-2.5 flex flex-wrap">
        {eventTabs.map(({ path, name }) => (
          <li key={path}>
            <Link
              to={eventTabPath(eventId, path)}
              aria-current={path === shown ? 'page' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-small font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-glow aria-[current]:border-accent-edge aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div role="alert" className="grid max-w-reading justify-items-start gap-5">
      <p className="text-lead">
        {error
          ? `The event could not be loaded. ${serverMessage(error) ?? 'Please check your connection.'}`
          : 'This event does not exist. It may have been deleted.'}
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

/** Returns a function that opens the Details tab of an event that was just created. */
export function useOpenCreated() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return function openCreated(created: AdminEvent) {
    queryClient.setQueryData(adminEvents.queryKey, (rows: ListedEvent[] = []) => [...rows, created])
    void navigate(eventTabPath(created.id, 'details'), {
      replace: true,
      state: { isCreated: true },
    })
  }
}
