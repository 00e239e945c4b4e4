/** API scopes are defined apart from the other values, so that pages for visitors do not load them. */

/** The stored `source` of a registration that a program created with an API key. */
export const programSource = 'api'

/** The scopes that an API key can have. */
export const apiScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'figures:read',
] as const
export type ApiScope = (typeof apiScopes)[number]
