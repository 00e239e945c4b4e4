const minute = 60_000

/** How long before the start a meeting room or webinar opens, and how long after the end it closes. */
export const joinWindowTimes = { opensBeforeMs: 15 * minute, closesAfterMs: 30 * minute } as const

/** How long before the start a room opens, in minutes, for texts: "15 minutes before the start". */
export const opensBeforeMinutes = joinWindowTimes.opensBeforeMs / minute

const names: Record<string, string> = { 'meet.google.com': 'Google Meet', 'meet.jit.si': 'Jitsi' }

/** Returns the service's name for a meeting room URL, or its host. */
export function nameRoom(roomUrl: string): string {
  const { host } = new URL(roomUrl)
  return names[host] ?? host
}
