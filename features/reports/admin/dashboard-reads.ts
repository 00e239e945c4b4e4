import { useQuery } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'
import { adminEvents } from '#features/events/admin/event-queries.ts'

const dashboardCounts = read('GET /api/admin/counts')
/** Query for all registrations, for the CSV export. */
export const exportedRegistrations = read('GET /api/registrations')

export function useDashboardReads() {
  return { counts: useQuery(dashboardCounts), events: useQuery(adminEvents) }
}

export type DashboardReads = ReturnType<typeof useDashboardReads>
