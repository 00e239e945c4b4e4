import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'

/** Returns the query for the links and files of an event. */
export function materialsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'materials'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/materials', { params: { id: eventId }, signal }),
  })
}

/** Returns the query for the show notes of an event. */
export function showNotesOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'show-notes'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/show-notes', { params: { id: eventId }, signal }),
  })
}
