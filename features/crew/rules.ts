import { liveTimes } from '#features/events/rules.ts'
import { type CrewRole, crewRoles } from '#kernel/values.ts'

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
 * Returns the `via` parameter of a crew member's own link to their event: `guest-12` for member 12. It contains no name,
 * because it is stored with other people's registrations and stays after the member was erased. The number identifies
 * the member, so another role leaves links that are in use valid.
 */
export function viaOf({ id, role }: { id: number; role: CrewRole }): string {
  return `${role}-${id}`
}

/** Returns id and role of the crew member whose own link has this `via` parameter; undefined for other parameters. */
export function readVia(via: string): { id: number; role: CrewRole } | undefined {
  const [, name, id] = /^([a-z]+)-([1-9]\d{0,8})$/.exec(via) ?? []
  const role = crewRoles.find((one) => one === name)
  return role && { id: Number(id), role }
}

/** Milliseconds before the start at which the crew can join, earlier than registrants, to test the meeting room. */
export const crewJoinWindow = { opensBeforeMs: liveTimes.startsCountBeforeMs } as const
