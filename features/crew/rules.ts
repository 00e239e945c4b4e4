import { liveTimes } from '#features/events/rules.ts'
import type { CrewRole } from '#kernel/values.ts'

/** As screens and mails call them. */
export const crewRoleNames: Record<CrewRole, string> = {
  host: 'Host',
  guest: 'Guest',
  producer: 'Producer',
}

/** Whether they open the room as its host where its provider gives such a link; a guest joins it. */
export function opensRoom(role: CrewRole): boolean {
  return role !== 'guest'
}

/** They go in sooner than others, to try the room: as long before the start as one counts for it. */
export const crewJoinWindow = { opensBeforeMs: liveTimes.startsCountBeforeMs } as const
