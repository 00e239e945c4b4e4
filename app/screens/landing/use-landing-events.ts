import { useQuery } from '@tanstack/react-query'
import type { PublicEvent } from '#shared/contract/events.ts'
import { mostShown } from '#shared/landing-events.ts'
import { allEvents, completedEvents, currentEvent, upcomingEvents } from '#app/api/queries.ts'
import type { LandingData } from './load-landing.ts'

/** The events as the page was rendered with; the queries take over from there. */
export function useLandingEvents(loaded: LandingData) {
  const { data: current } = useQuery({ ...currentEvent, initialData: loaded.current })
  const { data: upcoming } = useQuery({ ...upcomingEvents, initialData: loaded.upcoming })
  const { data: completed, isSuccess } = useQuery({
    ...completedEvents,
    initialData: loaded.completed,
  })
  const { data: all } = useQuery({ ...allEvents, initialData: loaded.all })
  return {
    current,
    completed,
    hasCompleted: isSuccess,
    upcoming: byPriority(upcoming.filter(({ status }) => status === 'upcoming')).slice(
      0,
      mostShown,
    ),
    future: byPriority(all.filter(({ status }) => status === 'pre_registration')).slice(
      0,
      mostShown,
    ),
  }
}

/** Stable: events of one priority stay in the server's order. */
function byPriority<Event extends Pick<PublicEvent, 'priority'>>(events: Event[]) {
  return events.toSorted((a, b) => a.priority - b.priority)
}
