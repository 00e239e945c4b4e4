import { CrewSection } from '#features/crew/admin/crew-section.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/** The guest and the crew, and everybody who registered. */
export function PeopleTab({ event }: { event: AdminEvent }) {
  return <CrewSection eventId={event.id} />
}
