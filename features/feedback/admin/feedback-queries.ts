import { queryOptions } from '@tanstack/react-query'
import { call, pathOf, read } from '#client/api/call.ts'

export const seriesFeedback = read('GET /api/admin/feedback')

export function eventFeedback(eventId: number) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/feedback'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/feedback', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

export function eventAnswers(eventId: number) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/answers'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/answers', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}
