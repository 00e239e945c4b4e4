import type { ApiScope } from '#kernel/api-scopes.ts'

export const scopeLabels: Record<ApiScope, { label: string; description: string }> = {
  'events:read': {
    label: 'Read events',
    description: 'Includes drafts and cancelled events, without recordings and meeting links.',
  },
  'events:write': {
    label: 'Create and change events',
    description: 'Changes send the same emails as changes in the admin area.',
  },
  'registrations:read': {
    label: 'Read registrations',
    description: 'Includes names and emails of registrants.',
  },
  'registrations:write': {
    label: 'Register people',
    description: 'These people get the same emails as people who register on the site.',
  },
  'figures:read': {
    label: 'Read statistics',
    description: 'Numbers per event: registered, attended, watched.',
  },
}
