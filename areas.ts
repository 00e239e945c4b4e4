/** For each area, those that it may need: `everything`, or names with spaces between. */
export type Areas = Record<string, string>

/**
 * Who may need whom, types included: never in a circle, nothing undeclared, nothing that no import
 * needs. A path belongs to the longest name that fits it; `/*` leaves out the folders within.
 */
export const areas: Areas = {
  'app/*': 'everything',
  'app/api': 'shared shared/contract',
  'app/components': 'app/api app/ui shared shared/contract',
  'app/components/forms': 'app/api app/components app/ui shared shared/contract',
  'app/components/questions': 'app/api app/components app/ui shared shared/contract',
  'app/screens/confirm-seat': 'app/api app/components app/ui shared/contract',
  'app/screens/crew': `
    app/api app/components app/components/forms app/components/questions app/ui shared
    shared/contract`,
  'app/screens/desk': 'app/screens/desk/imports app/screens/desk/parts',
  'app/screens/desk/dashboard': `
    app/api app/components app/screens/desk/messages app/screens/desk/parts app/ui shared
    shared/contract`,
  'app/screens/desk/events':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/events/crew': `
    app/api app/components app/screens/desk/messages app/screens/desk/parts app/ui shared
    shared/contract`,
  'app/screens/desk/events/editor': `
    app/api app/components app/screens/desk/events app/screens/desk/events/crew
    app/screens/desk/events/questions app/screens/desk/events/words app/ui shared
    shared/contract`,
  'app/screens/desk/events/questions':
    'app/api app/components/questions app/screens/desk/parts app/ui',
  'app/screens/desk/events/words':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/figures':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/imports':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/imports/video-access':
    'app/api app/components app/screens/desk/imports app/screens/desk/parts app/ui shared/contract',
  'app/screens/desk/log':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/mailing-list':
    'app/api app/components app/screens/desk/parts shared shared/contract',
  'app/screens/desk/messages':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/desk/parts': 'app/api app/components app/ui shared shared/contract',
  'app/screens/desk/people': `
    app/api app/components app/screens/desk/parts app/screens/desk/people/person app/ui
    shared/contract`,
  'app/screens/desk/people/person': `
    app/api app/components app/screens/desk/mailing-list app/screens/desk/messages
    app/screens/desk/parts app/screens/desk/seats app/ui shared shared/contract`,
  'app/screens/desk/seats': 'app/api app/screens/desk/parts shared shared/contract',
  'app/screens/desk/settings':
    'app/api app/components app/screens/desk/parts app/ui shared shared/contract',
  'app/screens/enter': 'app/api app/components app/components/forms app/ui',
  'app/screens/event': `
    app/api app/components app/components/forms app/components/questions app/ui shared
    shared/contract`,
  'app/screens/join': `
    app/api app/components app/components/forms app/components/questions app/ui shared
    shared/contract`,
  'app/screens/landing':
    'app/api app/components app/components/forms app/ui shared shared/contract',
  'app/screens/me': 'app/api app/components app/ui shared shared/contract',
  'app/screens/members':
    'app/api app/components app/components/forms app/ui shared shared/contract',
  'app/screens/not-found': 'app/ui',
  'app/screens/notify': 'app/api app/components app/components/forms app/ui',
  'app/screens/register':
    'app/api app/components app/components/forms app/ui shared shared/contract',
  'app/screens/unsubscribe': 'app/api app/components app/ui shared shared/contract',
  'app/ui': '',
  'server/*': 'everything',
  'server/admins': `
    server/audit server/db server/db/tables server/http server/refusal.ts server/session shared
    shared/contract`,
  'server/audit': 'server/db server/db/tables server/refusal.ts shared',
  'server/backups': `
    server/clock.ts server/config.ts server/db server/db/copy server/db/embedded
    server/db/tables server/http server/jobs server/operator-error.ts server/settings shared
    shared/contract`,
  'server/bounces':
    'server/config.ts server/db server/db/tables server/jobs server/link-tokens server/settings',
  'server/calendar':
    'server/db server/db/tables server/events server/http server/refusal.ts shared',
  'server/clock.ts': '',
  'server/commands': `
    server/* server/admins server/audit server/backups server/config.ts server/db server/db/copy
    server/db/embedded server/db/tables server/operator-error.ts server/people server/refusal.ts
    server/settings server/unusable-database.ts`,
  'server/config.ts': 'server/operator-error.ts server/settings shared/contract',
  'server/crew': `
    server/audit server/clock.ts server/db server/db/tables server/events server/http
    server/jobs server/links server/messages server/questions server/refusal.ts server/settings
    server/webinars shared shared/contract`,
  'server/db': 'server/db/embedded server/unusable-database.ts',
  'server/db/copy': 'server/db server/db/embedded server/unusable-database.ts',
  'server/db/embedded': 'server/operator-error.ts server/unusable-database.ts',
  'server/db/tables': 'shared',
  'server/desk': `
    server/config.ts server/db server/db/tables server/events server/http server/library
    server/links server/mailing-list server/messages server/transcripts server/webinars shared
    shared/contract`,
  'server/events':
    'server/audit server/db server/db/tables server/http server/refusal.ts shared shared/contract',
  'server/http': 'server/clock.ts server/db server/refusal.ts shared shared/contract',
  'server/images': `
    server/audit server/config.ts server/db server/db/tables server/http server/refusal.ts
    shared shared/contract`,
  'server/imports': `
    server/audit server/db server/db/tables server/events server/http server/refusal.ts shared
    shared/contract`,
  'server/jobs': 'server/db server/report-failure.ts',
  'server/library': `
    server/db server/db/tables server/events server/http server/refusal.ts server/transcripts
    shared shared/contract`,
  'server/link-tokens': 'server/db server/db/tables',
  'server/links': `
    server/audit server/db server/db/tables server/events server/http server/jobs
    server/link-tokens server/mailing-list server/messages server/refusal.ts
    server/registrations server/session server/webinars shared shared/contract`,
  'server/mailing-list': `
    server/db server/db/tables server/http server/jobs server/refusal.ts server/settings shared
    shared/contract`,
  'server/me': `
    server/db server/db/tables server/events server/http server/jobs server/link-tokens
    server/links server/mailing-list server/messages server/people server/refusal.ts
    server/registrations server/session shared shared/contract`,
  'server/messages': `
    server/audit server/bounces server/calendar server/config.ts server/db server/db/tables
    server/events server/http server/jobs server/link-tokens server/refusal.ts server/settings
    shared shared/contract`,
  'server/operator-error.ts': '',
  'server/people': `
    server/audit server/backups server/bounces server/config.ts server/db server/db/tables
    server/http server/jobs server/library server/mailing-list server/messages server/refusal.ts
    server/webinars shared shared/contract`,
  'server/questions':
    'server/db server/db/tables server/http server/links server/refusal.ts shared shared/contract',
  'server/refusal.ts': 'shared/contract',
  'server/registrations': `
    server/bounces server/db server/db/tables server/events server/http server/jobs
    server/messages server/session server/webinars shared shared/contract`,
  'server/report-failure.ts': 'server/db',
  'server/sample':
    'server/db server/db/tables server/events server/operator-error.ts server/transcripts shared',
  'server/session':
    'server/db server/db/tables server/http server/refusal.ts shared shared/contract',
  'server/settings': '',
  'server/site':
    'server/db server/events server/http server/operator-error.ts shared shared/contract',
  'server/system': 'server/db server/http server/refusal.ts shared/contract',
  'server/tracking': 'server/db server/db/tables server/http shared/contract',
  'server/transcripts': `
    server/audit server/db server/db/tables server/events server/http server/jobs
    server/refusal.ts server/webinars shared shared/contract`,
  'server/unusable-database.ts': 'server/operator-error.ts',
  'server/webinars': `
    server/clock.ts server/config.ts server/db server/db/tables server/events server/http
    server/jobs server/messages server/refusal.ts server/settings shared shared/contract`,
  shared: '',
  'shared/contract': 'shared',
}

/** Needs, as `one -> other`, that close a circle for now. The list only shrinks. */
export const circularNeeds: string[] = []
