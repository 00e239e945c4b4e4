import { useQuery } from '@tanstack/react-query'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { Card } from '#client/ui/card.tsx'
import type { LimitName, SiteSettings } from '#features/administrators/contract.ts'
import { settings } from '#features/settings/admin/settings-query.ts'
import { SettingsSection } from './settings-section.tsx'

const off =
  'RATE_LIMITS is off: of what is counted, only codes and mails to one mailbox are limited.'

export function LimitsSection() {
  const query = useQuery(settings)
  return (
    <SettingsSection
      id="limits"
      title="Limits"
      about="Whoever reaches one is told how long to wait; nobody is locked out for good."
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
  calls: 'Calls of one network address',
  emptyCookies: 'Calls whose cookie opens nothing, of one network address',
  drawings: 'Page renderings per network address',
  drawingsOfPerson: 'Page renderings per member or administrator',
  drawingsOfMembers: 'Page renderings for all members behind one network address',
  formPages: 'Answers to forms without scripts, per network address',
  registrations: 'Registrations from one network address',
  registrationsWithoutEvent: 'Of them, for no event',
  unknownEmails: 'Unknown e-mails that one network address may try',
  linkMails: 'Links and codes asked for from one network address',
  linkMailsOfMailbox: 'Links and codes sent to one mailbox',
  codeGuesses: 'Codes from mails that one network address may try',
  keyCalls: 'Calls of programs with one key',
  wrongKeys: 'Wrong keys that one network address may try',
  factorGuesses: 'Codes of a second factor tried for one administrator',
  signInFailures: 'Wrong passwords for one name from one network address',
  signInFailuresOfAddress: 'Wrong passwords from one network address, whatever the name',
}

function group(number: number) {
  return number.toLocaleString('en-GB')
}

function megabytes(bytes: number) {
  return `${group(Math.round(bytes / (1024 * 1024)))} MB`
}

/** Returns `a minute`, `an hour` or `in 15 minutes`. */
export function describeWindow(seconds: number): string {
  if (seconds === 60) return 'a minute'
  if (seconds === 3600) return 'an hour'
  return `in ${group(Math.round(seconds / 60))} minutes`
}

const describeMonths = (months: number) => (months === 1 ? '1 month' : `${group(months)} months`)

function describeLimits({ limits, sizes, kept }: SiteSettings): [string, string][] {
  return [
    ...limits.map(({ name, most, seconds }): [string, string] => [
      names[name],
      `${group(most)} ${describeWindow(seconds)}`,
    ]),
    ['A picture', megabytes(sizes.picture)],
    [
      'A list to import, in one call',
      `${group(sizes.importRows)} rows, ${megabytes(sizes.import)}`,
    ],
    [
      'Network addresses of visitors are kept',
      kept.addressesDays === 1 ? '1 day' : `${group(kept.addressesDays)} days`,
    ],
    ['Single uses of the library are kept', describeMonths(kept.usageMonths)],
    ['Lines of the audit log are kept', describeMonths(kept.auditMonths)],
  ]
}
