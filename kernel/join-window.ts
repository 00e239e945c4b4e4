const minute = 60_000

/** Rooms and webinars let people in from so long before the start until so long after the end. */
export const joinWindowTimes = { opensBeforeMs: 15 * minute, closesAfterMs: 30 * minute } as const

/** As texts say it: "15 minutes before the start". */
export const opensBeforeMinutes = joinWindowTimes.opensBeforeMs / minute

const names: Record<string, string> = { 'meet.google.com': 'Google Meet', 'meet.jit.si': 'Jitsi' }

/** What people call the room: by its host. */
export function nameRoom(roomUrl: string): string {
  const { host } = new URL(roomUrl)
  return names[host] ?? host
}
