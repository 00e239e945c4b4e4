import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { Button } from '#client/ui/button.tsx'
import { CrewSection } from '#features/crew/admin/crew-section.tsx'
import { useImportDialog } from '#features/imports/admin/attendee-import-host.tsx'
import { EventRegistrants } from '#features/people/admin/event-registrants.tsx'
import { EventWaitlist } from '#features/waitlist/admin/event-waitlist.tsx'
import { WebinarSeatList } from '#features/webinars/admin/webinar-seats.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/** The tab with the guest and the crew of an event, its registrants, and their registrations in Zoom. */
export function PeopleTab({ event }: { event: AdminEvent }) {
  const { openImport } = useImportDialog()
  const zoom = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid grid-cols-1 gap-12">
      <CrewSection eventId={event.id} />
      <div className="grid grid-cols-1 gap-4">
        <EventRegistrants eventId={event.id} isOver={event.status === 'completed'} />
        <ForRole needs="editor">
          <Button
            variant="secondary"
            className="justify-self-start px-4! text-small!"
            onClick={() => openImport(event.id)}
          >
            <FileUp aria-hidden size={16} />
            Import people
          </Button>
        </ForRole>
      </div>
      <EventWaitlist eventId={event.id} />
      {event.webinarId !== null && (
        <section aria-labelledby="event-zoom">
          <h2 ref={zoom} id="event-zoom" tabIndex={-1} className="text-subheading outline-none">
            Zoom registrations
          </h2>
          <WebinarSeatList ofEvent={event.id} onGone={() => zoom.current?.focus()} />
        </section>
      )}
    </div>
  )
}
