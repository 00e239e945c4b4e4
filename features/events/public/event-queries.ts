import { read } from '#client/api/call.ts'

export const currentEvent = read('GET /api/events/current')
export const upcomingEvents = read('GET /api/events/upcoming')
export const completedEvents = read('GET /api/events/completed')
export const allEvents = read('GET /api/events')
