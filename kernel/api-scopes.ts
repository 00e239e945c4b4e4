/** Of programs, in a file of its own: no visitor loads it. */

/** The source of one that a program makes by a key. */
export const programSource = 'api'

/** What a key for programs may be made for. */
export const apiScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'figures:read',
] as const
export type ApiScope = (typeof apiScopes)[number]
