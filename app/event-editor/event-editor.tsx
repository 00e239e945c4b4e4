import { type MetaArgs, Navigate, useLocation, useParams } from 'react-router'
import { PageForRole } from '#client/admin/for-role.tsx'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { siteOfMatches } from '#client/page/use-site.ts'
import { eventPartPath, eventTabPath, eventTabs } from '#features/events/admin/event-places.ts'
import type { EventDraftKeeper } from './event-draft.ts'
import { EventPage } from './event-page.tsx'
import { NewEventForm } from './new-event-form.tsx'

/**
 * Unsaved values of the event form, stored outside of the login check, which unmounts the form when a session ends.
 */
const draftKeeper: EventDraftKeeper = createDraftKeeper()

const findTab = (path = '') => eventTabs.find((tab) => tab.path === path)

export function meta({ matches, params }: MetaArgs) {
  const series = siteOfMatches(matches)?.site.series.name
  const tab = findTab(params.tab)?.name ?? 'Overview'
  const title = params.eventId === 'new' ? 'Create event' : `Event: ${tab}`
  return [
    { title: series === undefined ? title : `${title} | ${series}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** `/admin/events/new`, and the page of an event with its tabs. One route for both keeps the route manifest small. */
export default function EventEditor() {
  const { eventId, tab: path } = useParams()
  const { hash } = useLocation()
  if (eventId === 'new') return <NewEvent />
  const id = Number(eventId)
  // Old links name a field of the event's admin page by the URL's hash only: redirect them to the tab with this field.
  if (path === undefined && hash !== '') {
    return <Navigate to={eventPartPath(id, hash.slice(1))} replace />
  }
  const tab = findTab(path)
  if (!tab) return <Navigate to={eventTabPath(id)} replace />
  return <EventPage key={id} eventId={id} tab={tab.path} keeper={draftKeeper} />
}

function NewEvent() {
  return (
    <>
      <PageHeading>Create event</PageHeading>
      <div className="mt-8">
        <PageForRole needs="editor">
          <NewEventForm keeper={draftKeeper} />
        </PageForRole>
      </div>
    </>
  )
}
