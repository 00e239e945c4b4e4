import { useQueryClient } from '@tanstack/react-query'
import {
  adminEvents,
  reports,
  eventChecks,
  eventChoice,
  todaysCounts,
} from '#app/api/admin-queries.ts'
import {
  allEvents,
  completedEvents,
  currentEvent,
  memberVideos,
  upcomingEvents,
} from '#app/api/queries.ts'

const shownToAdmins = [adminEvents, eventChoice, eventChecks, reports, todaysCounts]
const shownElsewhere = [allEvents, currentEvent, upcomingEvents, completedEvents, memberVideos]

/**
 * What follows a change to an event: the admin area's lists are read anew, and what other screens had read is
 * forgotten, so that going there without a page load shows the change as well.
 */
export function useEventsChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const { queryKey } of shownElsewhere) queryClient.removeQueries({ queryKey, exact: true })
    await Promise.all(
      shownToAdmins.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })),
    )
  }
}
