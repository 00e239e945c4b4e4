import { queryOptions } from '@tanstack/react-query'
import { call, CallError, read } from '#client/api/call.ts'
import { allEvents } from '#features/events/public/event-queries.ts'
import type { ListedEvent, PublicEvent } from '#kernel/event-shapes.ts'

/** The same call for lists to choose from: an administrator's rows, which the landing page must not get. */
export const eventChoice = queryOptions({
  queryKey: [...allEvents.queryKey, 'choice'],
  queryFn: ({ signal }) => call('GET /api/events', { signal, asMyself: true }),
})

function isAdminRow(event: ListedEvent | PublicEvent): event is ListedEvent {
  return 'storedStatus' in event
}

/**
 * The same call as an administrator's, kept apart: what it answers is not for the landing page. It answers
 * everybody, so that other rows than an administrator's mean what a 401 means elsewhere.
 */
export const adminEvents = queryOptions({
  queryKey: [...allEvents.queryKey, 'admin'],
  async queryFn({ signal }) {
    const events = await call('GET /api/events', { signal, asMyself: true })
    if (!events.every(isAdminRow)) throw new CallError(401, '', 'No administrator is logged in')
    return events
  },
})
export const eventChecks = read('GET /api/admin/events/preflight')
export const reports = read('GET /api/admin/figures')
/** What saves of events have caused by mail, and still waits. */
export const heldMails = read('GET /api/admin/held-mails')
export const todaysCounts = read('GET /api/admin/today')
export const webinarSeatSetup = read('GET /api/admin/seat-setup')
export const backups = read('GET /api/admin/backups')
