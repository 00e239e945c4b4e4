import { liveTimes } from '#features/events/rules.ts'
import type { CrewRole } from '#kernel/values.ts'

/** Labels of the roles on screens and in mails. */
export const crewRoleNames: Record<CrewRole, string> = {
  host: 'Host',
  guest: 'Guest',
  producer: 'Producer',
}

/**
 * Returns whether the role opens the room as its host, if the provider has a host link; a guest joins as
 * participant.
 */
export function opensRoom(role: CrewRole): boolean {
  return role !== 'guest'
}

/** The crew may join earlier than registrants, to test the room. */
export const crewJoinWindow = { opensBeforeMs: liveTimes.startsCountBeforeMs } as const
