import type { ApiScope } from '#kernel/api-scopes.ts'

export const scopeLabels: Record<ApiScope, { label: string; description: string }> = {
  'events:read': {
    label: 'Read events',
    description: 'Includes drafts and cancelled events, without recordings and meeting links.',
  },
  'events:write': {
    label: 'Create and change events',
    description: 'Same rules as in the admin area, including emails.',
  },
  'registrations:read': {
    label: 'Read registrations',
    description: 'With names and emails.',
  },
  'registrations:write': {
    label: 'Register people',
    description: 'They get the same emails as people who register on the site.',
  },
  'figures:read': {
    label: 'Read statistics',
    description: 'Numbers per event: registered, attended, watched.',
  },
}
