import { eventEnd, eventStart, type EventTimes } from './event-time.ts'

/** Whether an event is under way, by the clock and by what its webinar's provider says. */

const minute = 60_000

/** A start counts from so long before the planned one; nothing is live for so long past the planned end. */
export const liveTimes = { startsCountBeforeMs: 60 * minute, lastsAfterMs: 180 * minute } as const

/** What was heard last of the webinar or meeting. */
export type Heard = { startedAt: Date | null; endedAt: Date | null }

/** Between which moments a start may count for an event; nothing without a clock time. */
export function countedStarts(event: EventTimes, timeZone: string) {
  const [start, end] = [eventStart(event), eventEnd(event, timeZone)]
  if (!start || !end) return undefined
  return {
    from: new Date(start.getTime() - liveTimes.startsCountBeforeMs),
    until: new Date(end.getTime() + liveTimes.lastsAfterMs),
  }
}

/**
 * From when until when an event is live, as far as is known now. By the clock from its start to its end;
 * where a start was heard, from that on, and past the planned end until the end is heard. `event.status`
 * is the stored one: who closes an event by hand ends it. Specification, "Live now".
 */
export function liveSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  return event.cancelledAt || event.status !== 'upcoming'
    ? undefined
    : heldSpan(event, heard, timeZone)
}

/** The same of an event that may be over and closed. */
export function heldSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  const counted = countedStarts(event, timeZone)
  if (!counted) return undefined
  const start = eventStart(event)!.getTime()
  const end = eventEnd(event, timeZone)!.getTime()
  const latest = counted.until.getTime()
  const started = heard?.startedAt?.getTime()
  if (started === undefined || started < counted.from.getTime() || started >= latest) {
    return { from: new Date(start), until: new Date(end) }
  }
  const ended = heard?.endedAt?.getTime() ?? 0
  const until = ended >= started ? Math.min(Math.max(ended, end), latest) : latest
  return { from: new Date(Math.min(start, started)), until: new Date(until) }
}

/** Whether it is live at this moment. */
export function isLive(event: EventTimes, heard: Heard | null, now: Date, timeZone: string) {
  const span = liveSpan(event, heard, timeZone)
  return span !== undefined && span.from <= now && now < span.until
}
