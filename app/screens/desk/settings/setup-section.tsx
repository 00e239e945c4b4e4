import { useQuery } from '@tanstack/react-query'
import type { ServiceName } from '#shared/contract/settings.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { settings } from './settings-queries.ts'
import { SettingsSection } from './settings-section.tsx'

const names: Record<ServiceName, string> = {
  address: 'Public address',
  database: 'Database',
  copies: 'Copies of the database',
  mail: 'Mail',
  webinars: 'Seats in Zoom webinars',
  mailingList: 'Mailing list',
  calendar: 'Calendar',
}

/** Which services are set up, each with what that means. */
export function SetupSection() {
  const query = useQuery(settings)
  return (
    <SettingsSection
      id="services"
      title="Services"
      about="Set by whoever runs the site, in its environment; README.md lists every setting."
      query={query}
      what="settings"
      skeleton="h-96"
    >
      {({ services }) => (
        <Card>
          <ul aria-label="Services">
            {services.map(({ name, isSet, notes }) => (
              <li
                key={name}
                aria-label={names[name]}
                className="grid gap-x-6 gap-y-1.5 border-t border-line px-4 py-3.5 first:border-t-0 sm:grid-cols-[14rem_minmax(0,1fr)] sm:px-5"
              >
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 sm:flex-col sm:justify-start">
                  <h3 className="font-sans text-base leading-snug font-semibold">{names[name]}</h3>
                  <Badge tone={isSet ? 'success' : 'neutral'}>
                    {isSet ? 'Set up' : 'Not set up'}
                  </Badge>
                </div>
                <div className="grid content-start gap-1 text-small wrap-anywhere text-muted">
                  {notes.map((note) => (
                    <p key={note}>{note}</p>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </SettingsSection>
  )
}
