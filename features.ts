/** For each folder, those that it may need: `everything`, or names with spaces between. */
export type Needs = Record<string, string>

/**
 * Who may need whom, types included: never in a circle, nothing undeclared, nothing that no import
 * needs. A path belongs to the longest name that fits it; `/*` leaves out the folders within.
 */
export const needs: Needs = {
  'app/*': 'everything',
  'app/admin-frame': `
    client/admin client/api client/forms client/page client/ui features/administrators
    features/api-keys features/erasure features/event-mails features/health features/imports features/mail-texts
    features/mails features/people features/sign-in features/webhooks kernel`,
  'app/event-editor': `
    client/admin client/api client/page client/ui features/crew features/events
    features/pictures features/questions features/transcripts kernel`,
  'app/event-page': `
    app/* client/api client/forms client/page client/ui features/events features/join-links
    features/questions features/registrations features/sign-in features/transcripts kernel`,
  'app/front-page': `
    app/* client/api client/forms client/page client/ui features/events features/join-links
    features/registrations features/sign-in features/site kernel`,
  'app/gallery': 'client/page client/ui features/site kernel',
  'app/library': `
    client/api client/forms client/page client/ui features/join-links features/library
    features/registrations features/sign-in kernel`,
  'app/not-found': 'client/page client/ui',
  'app/set-up': `
    app/event-editor client/admin client/api client/page client/ui features/administrators
    features/events features/settings features/setup features/sign-in features/site kernel`,
  'client/admin': 'client/api client/page client/ui kernel',
  'client/api': 'kernel',
  'client/forms': 'client/api client/page client/ui kernel',
  'client/page': 'client/api client/ui kernel',
  'client/ui': '',
  'features/account': `
    client/api client/forms client/page client/ui features/erasure features/events
    features/join-links features/mails features/newsletter features/people
    features/registrations features/sign-in kernel platform/db platform/errors platform/http
    platform/jobs platform/signed-links schema`,
  'features/administrators': `
    client/admin client/api client/forms client/page client/ui features/api-keys features/events
    features/imports features/join-links features/mails features/newsletter features/pictures features/settings
    features/sign-in features/webhooks features/webinars kernel platform/audit platform/db
    platform/errors platform/http platform/jobs platform/settings platform/signed-links schema`,
  'features/announcements': `
    client/admin client/api client/page client/ui features/events features/mails
    features/newsletter features/people features/sign-in kernel platform/audit platform/db
    platform/errors platform/http platform/jobs platform/signed-links platform/threads schema`,
  'features/api-keys': `
    client/admin client/api client/page client/ui features/sign-in kernel platform/audit
    platform/db platform/errors platform/http schema`,
  'features/bounces': 'platform/threads',
  'features/crew': `
    client/admin client/api client/forms client/page client/ui features/events
    features/join-links features/mails features/questions features/webinars kernel
    platform/audit platform/db platform/errors platform/http platform/jobs platform/people
    platform/settings platform/signed-links schema`,
  'features/erasure': `
    client/admin client/api client/page client/ui features/mails features/newsletter
    features/people features/webhooks features/webinars kernel platform/audit platform/backups
    platform/db platform/domain-events platform/encryption platform/http platform/jobs platform/settings schema`,
  'features/event-mails': `
    client/api client/ui features/events features/mails features/sign-in kernel platform/audit
    platform/db platform/http platform/jobs platform/signed-links schema`,
  'features/events': `
    client/admin client/api client/page client/ui kernel platform/audit platform/db
    platform/domain-events platform/errors platform/http platform/people schema`,
  'features/feeds': `
    features/events features/transcripts kernel platform/db platform/errors platform/http schema`,
  'features/health': `
    client/admin client/api client/page client/ui features/administrators features/mails
    features/settings kernel platform/* platform/backups platform/db platform/door
    platform/errors platform/http platform/jobs platform/settings platform/signed-links`,
  'features/imports': `
    client/admin client/api client/ui features/events features/mails features/sign-in kernel
    platform/audit platform/db platform/domain-events platform/errors platform/http
    platform/jobs platform/people schema`,
  'features/join-links': `
    client/api client/forms client/page client/ui features/events features/mails kernel
    platform/audit platform/db platform/errors platform/http platform/jobs platform/signed-links
    schema`,
  'features/library': `
    client/api client/page client/ui features/events features/sign-in features/transcripts
    kernel platform/db platform/errors platform/http schema`,
  'features/mail-texts': `
    client/admin client/api client/page client/ui features/event-mails features/events
    features/mails features/sign-in features/site kernel platform/* platform/audit platform/db
    platform/errors platform/http platform/signed-links schema`,
  'features/mails': `
    client/admin client/api client/page client/ui features/bounces features/events
    features/newsletter features/pictures kernel platform/audit platform/db platform/domain-events platform/errors
    platform/http platform/jobs platform/log platform/settings platform/signed-links schema`,
  'features/newsletter': `
    client/admin client/api client/page kernel platform/db platform/domain-events platform/errors platform/http
    platform/jobs platform/settings schema`,
  'features/people': `
    client/admin client/api client/page client/ui features/events features/library
    features/mails features/newsletter features/questions features/sign-in features/webinars kernel platform/audit
    platform/db platform/domain-events platform/errors platform/http platform/jobs
    platform/people platform/signed-links schema`,
  'features/pictures': `
    client/api client/ui kernel platform/audit platform/db platform/errors platform/http
    platform/pictures`,
  'features/programs-api': `
    features/api-keys features/events features/registrations features/reports kernel platform/db
    platform/errors platform/http schema`,
  'features/questions': `
    client/admin client/api client/page client/ui features/events features/join-links kernel
    platform/db platform/errors platform/http schema`,
  'features/registrations': `
    client/api client/forms client/page client/ui features/event-mails features/events
    features/mails features/questions features/sign-in features/webinars kernel platform/audit platform/db
    platform/domain-events platform/errors platform/http platform/jobs platform/people
    platform/signed-links schema`,
  'features/reports': `
    client/admin client/api client/page client/ui features/administrators features/events
    features/imports features/library features/mails features/setup features/transcripts
    features/webinars kernel platform/db platform/http schema`,
  'features/settings': `
    client/api client/ui features/erasure features/mails features/sign-in kernel platform/audit
    platform/db platform/domain-events platform/errors platform/http platform/settings schema`,
  'features/setup': `
    client/api client/ui features/settings features/site kernel platform/audit platform/db
    platform/errors platform/http platform/jobs platform/settings schema`,
  'features/sign-in': `
    client/admin client/api client/forms client/page client/ui features/mails kernel
    platform/audit platform/db platform/errors platform/http platform/jobs platform/signed-links
    schema`,
  'features/site': `
    client/admin client/api client/page client/ui features/events features/pictures
    features/sign-in kernel platform/* platform/audit platform/db platform/domain-events platform/errors platform/http
    platform/pictures platform/settings platform/threads schema`,
  'features/transcripts': `
    client/admin client/api client/page client/ui features/events features/webinars kernel
    platform/audit platform/db platform/domain-events platform/errors platform/http platform/jobs platform/threads
    schema`,
  'features/webhooks': `
    client/admin client/api client/page client/ui features/events features/sign-in kernel
    platform/audit platform/db platform/errors platform/http platform/jobs platform/log
    platform/settings schema`,
  'features/webinars': `
    client/admin client/api features/events features/mails kernel platform/db platform/domain-events platform/errors
    platform/http platform/jobs platform/settings schema`,
  kernel: '',
  'main/*': 'everything',
  'main/commands': `
    features/administrators features/announcements features/bounces features/erasure
    features/events features/health features/sign-in features/site kernel main/* platform/audit
    platform/backups platform/db platform/encryption platform/errors platform/people
    platform/settings platform/signed-links schema`,
  'main/pages': `
    features/events features/join-links features/library features/registrations
    features/sign-in features/site kernel platform/errors platform/http`,
  'platform/*': `
    kernel platform/db platform/errors platform/http platform/jobs platform/log
    platform/pictures platform/settings`,
  'platform/audit': 'kernel platform/db schema',
  'platform/backups': `
    kernel platform/db platform/door platform/encryption platform/errors platform/http
    platform/jobs platform/settings schema`,
  'platform/db': 'platform/encryption platform/errors platform/log platform/project schema',
  'platform/domain-events': 'kernel platform/db',
  'platform/door': 'platform/errors',
  'platform/encryption': 'platform/errors',
  'platform/errors': 'kernel platform/project',
  'platform/http': 'kernel platform/db platform/errors',
  'platform/jobs': 'platform/db platform/errors platform/log',
  'platform/log': '',
  'platform/metrics': 'platform/db platform/http',
  'platform/people': 'kernel platform/db',
  'platform/pictures': 'kernel platform/db platform/errors platform/settings schema',
  'platform/project': '',
  'platform/settings': `
    kernel platform/db platform/door platform/encryption platform/errors schema`,
  'platform/signed-links': 'platform/db platform/errors platform/http schema',
  'platform/threads': '',
  schema: 'kernel',
}

/** Needs that close a circle for now. The list only shrinks. */
export const circularNeeds: string[] = []
