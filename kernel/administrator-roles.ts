/**
 * Roles of administrators, the one with the most rights first. Each role also has the rights of the roles after
 * it.
 */
export const administratorRoles = ['owner', 'editor', 'viewer'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** Returns whether `role` is the role `needed` or has more rights. */
export function hasRightsOf(role: AdministratorRole, needed: AdministratorRole): boolean {
  return administratorRoles.indexOf(role) <= administratorRoles.indexOf(needed)
}

/** Returns the message for an administrator whose role does not suffice for an endpoint or a page. */
export function explainNeededRole(needed: AdministratorRole): string {
  return `This needs the role ${needed}. Ask an owner to change your role under Administrators.`
}
