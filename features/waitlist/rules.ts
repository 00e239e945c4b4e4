const hour = 60 * 60_000

/**
 * How long an offered seat stays reserved, in milliseconds: `shortMs` if the event starts within `nearMs`, otherwise
 * `usualMs`.
 */
export const offerTimes = { usualMs: 24 * hour, shortMs: 2 * hour, nearMs: 48 * hour } as const

/** Returns until when a seat that is offered now stays reserved: at most until the event's end. */
export function offerEnd(event: { startsAt: Date | null; endsAt: Date | null }, now: Date): Date {
  const { usualMs, shortMs, nearMs } = offerTimes
  const isNear = event.startsAt !== null && event.startsAt.getTime() - now.getTime() < nearMs
  const end = new Date(now.getTime() + (isNear ? shortMs : usualMs))
  return event.endsAt !== null && event.endsAt < end ? event.endsAt : end
}
