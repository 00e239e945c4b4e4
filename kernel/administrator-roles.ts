/** Roles of administrators, the one with the most rights first. Each role has the rights of those after it. */
export const administratorRoles = ['owner', 'editor', 'viewer'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** Returns whether a role has the rights of the needed one. */
export function hasRightsOf(role: AdministratorRole, needed: AdministratorRole): boolean {
  return administratorRoles.indexOf(role) <= administratorRoles.indexOf(needed)
}

/** Tells an administrator which role a call or a page needs. */
export function explainNeededRole(needed: AdministratorRole): string {
  return `This needs the role ${needed}. Ask an owner to change your role under Administrators.`
}
