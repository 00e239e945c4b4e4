import type {
  EventRegistrationRow,
  RegistrantAccessRow,
  RegistrationRow,
  VideoAccessRow,
} from '#shared/contract/desk.ts'

/** The desk's lists as they are loaded; undefined what could not be. */
export type LoadedLists = {
  registrations: RegistrationRow[] | undefined
  eventRegistrations: EventRegistrationRow[] | undefined
  videoAccess: VideoAccessRow[] | undefined
  events: unknown[] | undefined
}

/** The sum of the lists' lengths; undefined when one of them is missing. */
function countAll(...lists: (unknown[] | undefined)[]): number | undefined {
  let sum = 0
  for (const list of lists) {
    if (!list) return undefined
    sum += list.length
  }
  return sum
}

/** The four stat cards by the formulas of specification 9, "Statistics". */
export function countTotals({
  registrations,
  eventRegistrations,
  videoAccess,
  events,
}: LoadedLists) {
  return {
    totalUsers: countAll(registrations, videoAccess, eventRegistrations),
    eventRegistrations: countAll(registrations, eventRegistrations),
    videoAccessOnly: countAll(videoAccess),
    totalEvents: countAll(events),
  }
}

/** The percentage of registrants who have accessed, rounded; 0 without any. Specification 9. */
export function engagementRate(registrants: Pick<RegistrantAccessRow, 'hasAccessed'>[]): number {
  if (registrants.length === 0) return 0
  const accessed = registrants.filter(({ hasAccessed }) => hasAccessed).length
  return Math.round((accessed / registrants.length) * 100)
}
