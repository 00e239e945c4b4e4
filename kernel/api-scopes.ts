/** Separate file, so that pages for visitors do not load it. */

/** The source of a registration created with an API key. */
export const programSource = 'api'

/** Scopes of API keys. */
export const apiScopes = [
  'events:read',
  'events:write',
  'registrations:read',
  'registrations:write',
  'figures:read',
] as const
export type ApiScope = (typeof apiScopes)[number]
