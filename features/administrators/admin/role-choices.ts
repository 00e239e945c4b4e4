import { type AdministratorRole, administratorRoles } from '#kernel/administrator-roles.ts'

export const roleNames: Record<AdministratorRole, string> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
}

const descriptions: Record<AdministratorRole, string> = {
  owner: 'Can do everything.',
  editor: 'Everything except settings, administrators, keys, backups and erasing people.',
  viewer:
    'Reads events, people, email and statistics, changes nothing, and downloads no personal data.',
}

/** The administrators' roles as choices of a radio group. */
export const roleChoices = administratorRoles.map((value) => ({
  value,
  label: roleNames[value],
  description: descriptions[value],
}))
