import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHasRole } from '#client/admin/for-role.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { reports } from '#features/events/admin/event-queries.ts'
import { EventAnswers } from '#features/feedback/admin/event-answers.tsx'
import { Funnel } from '#features/funnel/admin/funnel.tsx'
import { WatchedShare } from '#features/reports/admin/watched-shares.tsx'
import { EventAttendance } from '#features/reports/admin/who-came.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/**
 * The tab with the numbers of people who registered, attended and watched, and the positions at which viewers stop
 * watching.
 */
export function ResultsTab({ event }: { event: AdminEvent }) {
  const query = useQuery(reports)
  const figures = query.data
  const mayEdit = useHasRole('editor')
  const ofEvent = ({ eventId }: { eventId: number }) => eventId === event.id
  const attendance = figures?.attendance.find(ofEvent)
  const watched = figures?.watched.find(ofEvent)
  return (
    <section aria-labelledby="event-results" className="max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="event-results" className="text-subheading">
          Results
        </h2>
        {event.status === 'completed' && mayEdit && (
          <Link
            to={`/admin/email/new?event=${event.id}&to=did_not_come`}
            className={buttonStyle('secondary', 'medium', 'px-4! text-small!')}
          >
            Email people who missed it
          </Link>
        )}
      </div>
      <NotLoaded query={query} message="The results could not be loaded." skeleton="mt-5 h-40" />
      {figures && !attendance && !watched && (
        <p className="mt-5 text-muted">No attendance and no views of the recording yet.</p>
      )}
      {attendance && (
        <ul className="mt-5">
          <EventAttendance
            attendance={attendance}
            watched={watched}
            erased={figures?.registered.find(ofEvent)?.erased ?? 0}
            title={event.title}
          />
        </ul>
      )}
      {watched && (
        <div className="mt-8 border-t border-line pt-6">
          <WatchedShare watched={watched} title={event.title} />
        </div>
      )}
      <div className="mt-8 border-t border-line pt-6">
        <h3 className="font-semibold">Where people come from</h3>
        <p className="mt-1.5 text-small text-muted">
          Views and opened forms are anonymous counts, not visitors. All other numbers open a list.
        </p>
        <Funnel eventId={event.id} />
      </div>
      <EventAnswers eventId={event.id} />
    </section>
  )
}
