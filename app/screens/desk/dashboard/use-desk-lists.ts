import { useQuery } from '@tanstack/react-query'
import { adminEvents } from '#app/api/admin-queries.ts'
import {
  dashboardCounts,
  eventRegistrations,
  registrantAccess,
  registrations,
  videoAccess,
} from '#app/screens/desk/parts/desk-queries.ts'

/** What the tables and cards are made of; the counts are asked for first. Specification, "Admin area". */
export function useDashboardLists() {
  return {
    counts: useQuery(dashboardCounts),
    events: useQuery(adminEvents),
    registrations: useQuery(registrations),
    eventRegistrations: useQuery(eventRegistrations),
    videoAccess: useQuery(videoAccess),
    registrantAccess: useQuery(registrantAccess),
  }
}

export type DashboardLists = ReturnType<typeof useDashboardLists>
