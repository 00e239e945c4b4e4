import { formatEventDate } from '#shared/event-time.ts'

/** Writes a calendar day: `3 Dec 2026`. */
export function useWriteDay() {
  return (day: string) =>
    formatEventDate({ eventDate: day, eventTime: null }, 'UTC', 'medium') ?? day
}
