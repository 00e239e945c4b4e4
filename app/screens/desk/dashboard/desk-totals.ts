import type { DashboardCounts } from '#shared/contract/desk.ts'

/** The four stat cards by their formulas. Specification, "Admin area". */
export function countTotals({ registrations, eventRegistrations, videoAccess, events }: Lengths) {
  return {
    totalUsers: registrations + videoAccess + eventRegistrations,
    eventRegistrations: registrations + eventRegistrations,
    videoAccessOnly: videoAccess,
    totalEvents: events,
  }
}

type Lengths = Pick<
  DashboardCounts,
  'registrations' | 'eventRegistrations' | 'videoAccess' | 'events'
>

/** The percentage of known people who have accessed, rounded; 0 without any. Specification, "Admin area". */
export function engagementRate(
  counts: Pick<DashboardCounts, 'people' | 'peopleWithAccess'>,
): number {
  return counts.people === 0 ? 0 : Math.round((counts.peopleWithAccess / counts.people) * 100)
}
