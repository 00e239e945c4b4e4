import { useQuery } from '@tanstack/react-query'
import { adminEvents } from '#app/api/queries.ts'
import {
  accessStats,
  eventRegistrations,
  registrantAccess,
  registrations,
  videoAccess,
} from '#app/components/desk/desk-queries.ts'

/** Everything that the tables and cards of specification 2 are made of. */
export function useDeskLists() {
  return {
    registrations: useQuery(registrations),
    eventRegistrations: useQuery(eventRegistrations),
    videoAccess: useQuery(videoAccess),
    accessStats: useQuery(accessStats),
    registrantAccess: useQuery(registrantAccess),
    events: useQuery(adminEvents),
  }
}

export type DeskLists = ReturnType<typeof useDeskLists>
