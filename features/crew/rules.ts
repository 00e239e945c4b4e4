import { liveTimes } from '#features/events/rules.ts'
import { cleanMark } from '#kernel/first-touch.ts'
import { slugify } from '#kernel/slug.ts'
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

/**
 * Returns the `via` parameter of a crew member's own link to their event: `amina-okafor-12` for member 12. The last
 * number identifies the member, so a changed name leaves links that are in use valid.
 */
export function viaOf({ id, name, role }: { id: number; name: string; role: CrewRole }): string {
  const readable = cleanMark(slugify(name).slice(0, 60))?.replaceAll(/^-+|-+$/g, '')
  return `${readable || role}-${id}`
}

/** Milliseconds before the start at which the crew can join, earlier than registrants, to test the meeting room. */
export const crewJoinWindow = { opensBeforeMs: liveTimes.startsCountBeforeMs } as const
