import { useQuery } from '@tanstack/react-query'
import { adminEvents } from '#app/api/admin-queries.ts'
import {
  deskCounts,
  eventRegistrations,
  registrantAccess,
  registrations,
  videoAccess,
} from '#app/screens/desk/parts/desk-queries.ts'

/** What the tables and cards are made of; the counts are asked for first. Specification, "Desk". */
export function useDeskLists() {
  return {
    counts: useQuery(deskCounts),
    events: useQuery(adminEvents),
    registrations: useQuery(registrations),
    eventRegistrations: useQuery(eventRegistrations),
    videoAccess: useQuery(videoAccess),
    registrantAccess: useQuery(registrantAccess),
  }
}

export type DeskLists = ReturnType<typeof useDeskLists>
