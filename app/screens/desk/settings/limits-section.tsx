import { useQuery } from '@tanstack/react-query'
import { Card } from '#app/ui/card.tsx'
import { SetupNotes } from '#app/screens/desk/parts/setup-notes.tsx'
import { describeLimits } from './describe-limits.ts'
import { settings } from './settings-queries.ts'
import { SettingsSection } from './settings-section.tsx'

const off =
  'RATE_LIMITS is off: of what is counted, only codes and mails to one mailbox are limited.'

/** The limits in force, with their numbers. */
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
