/** Hours since the last verified backup after which the admin area warns. */
export const overdueHours = 48

/** When the weekly summary is sent, in the series' time zone; `weekday` counts from Sunday, 0. */
export const weeklySummaryTime = { weekday: 1, time: '08:00', label: 'Mondays at 08:00' } as const

/** Maximum number of audit log entries per call. */
export const mostActsAtOnce = 200

/** Services that an operator sets up, in the order of the Settings page. */
export const serviceNames = [
  'address',
  'database',
  'copies',
  'mail',
  'zoom',
  'mailerlite',
  'calendar',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** Names of the rate limits. */
export const limitNames = [
  'calls',
  'emptyCookies',
  'drawings',
  'drawingsOfPerson',
  'drawingsOfMembers',
  'formPages',
  'views',
  'registrations',
  'registrationsWithoutEvent',
  'unknownEmails',
  'linkMails',
  'linkMailsOfMailbox',
  'codeGuesses',
  'keyCalls',
  'wrongKeys',
  'factorGuesses',
  'signInFailures',
  'signInFailuresOfAddress',
] as const
export type LimitName = (typeof limitNames)[number]
