import { liveTimes } from '#features/events/rules.ts'
import type { CrewRole } from '#kernel/values.ts'

/** Labels of the crew's roles on screens and in mails. */
export const crewRoleNames: Record<CrewRole, string> = {
  host: 'Host',
  guest: 'Guest',
  producer: 'Producer',
}

/**
 * Returns whether a role joins the meeting room as its host, if Zoom provides a host link; guests join as
 * participants.
 */
export function opensRoom(role: CrewRole): boolean {
  return role !== 'guest'
}

/** Milliseconds before the start at which the crew can join, earlier than registrants, to test the meeting room. */
export const crewJoinWindow = { opensBeforeMs: liveTimes.startsCountBeforeMs } as const
