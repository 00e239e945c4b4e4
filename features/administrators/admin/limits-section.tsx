import { useQuery } from '@tanstack/react-query'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { Card } from '#client/ui/card.tsx'
import type { SiteSettings } from '#features/administrators/contract.ts'
import type { LimitName } from '#features/administrators/rules.ts'
import { settings } from '#features/settings/admin/settings-query.ts'
import { writeCount } from '#kernel/write-count.ts'
import { SettingsSection } from './settings-section.tsx'

const off = 'RATE_LIMITS is off: only sign-in codes, and emails to one mailbox, are limited.'

export function LimitsSection() {
  const query = useQuery(settings)
  return (
    <SettingsSection
      id="limits"
      title="Limits"
      about="These limits protect the site from abuse. After reaching one, visitors must wait."
      query={query}
      what="limits"
      skeleton="h-144"
    >
      {(read) => (
        <>
          <SetupNotes notes={read.areLimitsOn ? [] : [off]} />
          <Card className="mt-4">
            <dl>
              {describeLimits(read).map(([name, number]) => (
                <div
                  key={name}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line px-4 py-2.5 text-small first:border-t-0 sm:px-5"
                >
                  <dt className="min-w-0">{name}</dt>
                  <dd className="ml-auto font-semibold figures">{number}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </>
      )}
    </SettingsSection>
  )
}

const names: Record<LimitName, string> = {
  calls: 'Requests per IP address',
  emptyCookies: 'Requests with an invalid session, per IP address',
  drawings: 'Pages opened per IP address',
  drawingsOfPerson: 'Pages opened per member or administrator',
  drawingsOfMembers: 'Pages opened by all members behind one IP address',
  formPages: 'Forms sent by browsers without JavaScript, per IP address',
  views: 'Page views counted per IP address',
  registrations: 'Registrations per IP address',
  registrationsWithoutEvent: 'Requests for video access or updates, per IP address',
  unknownEmails: 'Sign-ins with an unknown email, per IP address',
  linkMails: 'Sign-in links and codes requested, per IP address',
  linkMailsOfMailbox: 'Sign-in links and codes sent to one email',
  codeGuesses: 'Sign-in codes entered, per IP address',
  keyCalls: 'Requests per API key',
  wrongKeys: 'Wrong API keys, per IP address',
  factorGuesses: 'Two-factor codes entered, per administrator',
  signInFailures: 'Wrong passwords per username and IP address',
  signInFailuresOfAddress: 'Wrong passwords per IP address',
}

function group(number: number) {
  return number.toLocaleString('en-GB')
}

function megabytes(bytes: number) {
  return `${group(Math.round(bytes / (1024 * 1024)))} MB`
}

/**
 * Returns the period of a rate limit as text after the number of requests: `a minute`, `an hour` or `in 15 minutes`.
 */
export function describeWindow(seconds: number): string {
  if (seconds === 60) return 'a minute'
  if (seconds === 3600) return 'an hour'
  return `in ${group(Math.round(seconds / 60))} minutes`
}

const describeMonths = (months: number) => writeCount(months, 'month')

function describeLimits({ limits, sizes, kept }: SiteSettings): [string, string][] {
  return [
    ...limits.map(({ name, most, seconds }): [string, string] => [
      names[name],
      `${group(most)} ${describeWindow(seconds)}`,
    ]),
    ['Largest picture', megabytes(sizes.picture)],
    ['Largest import per request', `${group(sizes.importRows)} rows, ${megabytes(sizes.import)}`],
    ['IP addresses of visitors are deleted after', writeCount(kept.addressesDays, 'day')],
    ['Single library visits are deleted after', describeMonths(kept.usageMonths)],
    ['Entries of the activity log are deleted after', describeMonths(kept.auditMonths)],
  ]
}
