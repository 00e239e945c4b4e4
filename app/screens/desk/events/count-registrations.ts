import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getReports } from '#shared/contract/desk-figures.ts'

/** How many registrations the events have together; 0 until the figures are there. */
export function countRegistrations(
  figures: ReplyOf<typeof getReports> | undefined,
  eventIds: number[],
): number {
  const days = (figures?.registrations ?? [])
    .filter(({ eventId }) => eventIds.includes(eventId))
    .flatMap((event) => event.days)
  return days.reduce((sum, { confirmed, preRegistered }) => sum + confirmed + preRegistered, 0)
}
