/** The features that each feature needs, separated by spaces. */
export type Needs = Record<string, string>

/**
 * Which feature may import from which, types included. Every need must be used, and cycles are forbidden.
 * import-rules.ts defines the layers.
 */
export const needs: Needs = {
  account: `
    erasure events form-questions join-links mails newsletter people registrations series-registrations
    sign-in waitlist`,
  administrators: `
    api-keys events imports join-links mails newsletter pictures settings sign-in webhooks
    webinars`,
  announcements: 'events mails newsletter people sign-in',
  'api-keys': 'sign-in',
  bounces: '',
  crew: 'events form-questions join-links mails pictures questions transcripts webinars',
  erasure: 'mails newsletter people webhooks webinars',
  'event-defaults': 'event-mails events mails',
  'event-mails': 'events mails newsletter sign-in waitlist',
  events: '',
  feedback: 'event-mails events mails',
  feeds: 'events transcripts',
  'form-questions': 'events',
  funnel: 'crew events library reports',
  health: 'administrators mails settings',
  imports: 'events form-questions mails sign-in',
  'join-links': 'events mails',
  library: 'events materials sign-in transcripts',
  'mail-texts': 'event-mails events mails sign-in site',
  mails: 'bounces events newsletter pictures',
  materials: 'events site transcripts',
  newsletter: '',
  'partner-links': 'crew events funnel reports',
  people: 'crew events form-questions library mails newsletter questions sign-in waitlist webinars',
  pictures: '',
  'public-api': 'api-keys event-mails events form-questions mails registrations reports',
  questions: 'events join-links',
  registrations:
    'event-mails events form-questions mails newsletter questions sign-in sources waitlist webinars',
  reports:
    'administrators events feedback imports library mails newsletter setup transcripts webinars',
  'series-registrations': 'events form-questions mails newsletter people registrations waitlist',
  settings: 'erasure mails sign-in',
  setup: 'settings site',
  'sign-in': 'mails newsletter',
  site: 'events pictures sign-in',
  sources: '',
  transcripts: 'events webinars',
  waitlist: 'events form-questions mails',
  webhooks: 'events sign-in',
  webinars: 'events mails',
}
