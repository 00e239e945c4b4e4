import { useState } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { AdminGate } from '#app/components/desk/admin-gate.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { EditorFrame } from './editor-frame.tsx'
import { EventPage } from './event-page.tsx'

export function meta({ matches, params }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  const title = params.eventId === 'new' ? 'Create event' : 'Edit event'
  return [
    { title: name === undefined ? title : `${title} | ${name}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** The event editor, at `/admin/events/new` for a new one. Issue "The organiser's desk", "Events". */
export default function AdminEvent() {
  const { eventId } = useParams()
  const [keeper] = useState(createDraftKeeper)
  return (
    <AdminGate>
      <EditorFrame>
        <EventPage
          key={eventId}
          eventId={eventId === 'new' ? undefined : Number(eventId)}
          keeper={keeper}
        />
      </EditorFrame>
    </AdminGate>
  )
}
