import { useQuery } from '@tanstack/react-query'
import { eventChecks } from '#features/events/admin/event-queries.ts'
import { PreflightList } from '#features/events/admin/preflight-list.tsx'

/** The problems of an event, each with a link to the field that fixes it. */
export function EventProblems({ eventId }: { eventId: number }) {
  const { data: checked } = useQuery(eventChecks)
  const checks = checked?.find((one) => one.eventId === eventId)?.checks
  if (!checks) return null
  return (
    <section aria-labelledby="event-problems" className="min-w-0">
      <h2 id="event-problems" className="text-subheading">
        Problems
      </h2>
      <div className="mt-4">
        <PreflightList eventId={eventId} checks={checks} />
      </div>
    </section>
  )
}
