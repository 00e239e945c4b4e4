const minute = 60_000

/**
 * Milliseconds before the start at which an event's meeting room or webinar opens to registrants, and milliseconds
 * after the end at which it closes. The crew may enter earlier: see `crewJoinWindow` in features/crew/rules.ts. The
 * room opens earlier and closes later while the event is live: see `joinWindowOf` in
 * features/join-links/server/join-page.ts.
 */
export const joinWindowTimes = { opensBeforeMs: 15 * minute, closesAfterMs: 30 * minute } as const

/** Minutes before the start at which an event's meeting room opens, for texts: "15 minutes before the start". */
export const opensBeforeMinutes = joinWindowTimes.opensBeforeMs / minute

const names: Record<string, string> = { 'meet.google.com': 'Google Meet', 'meet.jit.si': 'Jitsi' }

/** Returns the name of the service behind a meeting room's URL, such as `Jitsi`; the host of an unknown service. */
export function nameRoom(roomUrl: string): string {
  const { host } = new URL(roomUrl)
  return names[host] ?? host
}
