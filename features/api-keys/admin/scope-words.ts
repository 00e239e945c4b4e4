import type { ApiScope } from '#kernel/api-scopes.ts'

export const scopeWords: Record<ApiScope, { label: string; description: string }> = {
  'events:read': {
    label: 'Read events',
    description: 'All of them, drafts and cancelled ones too. No recording, no room.',
  },
  'events:write': {
    label: 'Create and change events',
    description: 'As in the admin area; mails that follow wait two minutes.',
  },
  'registrations:read': {
    label: 'Read registrations',
    description: 'With names and e-mail addresses.',
  },
  'registrations:write': {
    label: 'Register people',
    description: 'They get the mails that the form of the site causes.',
  },
  'figures:read': {
    label: 'Read figures',
    description: 'Numbers of each event: registered, came, watched.',
  },
}
