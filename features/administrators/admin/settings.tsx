import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Link } from 'react-router'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { overdueHours, type ServiceName } from '#features/administrators/rules.ts'
import { backups } from '#features/events/admin/event-queries.ts'
import { LimitsSection } from './limits-section.tsx'
import { SettingsAreas } from '#features/settings/admin/settings-areas.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { SettingsSection } from './settings-section.tsx'
import { backupsMissing, explainCheck } from '#kernel/setting-checks.ts'
import { writePeople } from '#kernel/write-count.ts'

/**
 * Renders the admin page of settings: the settings that can be changed here, backups, the state of mail, Zoom and other
 * services, and the rate limits.
 */
export function Settings() {
  return (
    <>
      <PageHeading>Settings</PageHeading>
      <div className="mt-8 grid gap-12">
        <ChangeSection />
        <BackupsSection />
        <SetupSection />
        <LimitsSection />
      </div>
    </>
  )
}

/** Renders the settings that can be changed in the admin area, each area with a test. */
function ChangeSection() {
  const query = useQuery(settings)
  return (
    <SettingsSection
      id="set-up"
      title="Connections"
      about="Changes take effect immediately. Values set on the server can only be changed there."
      action={
        <Link to="/admin/setup" className={textLinkStyle}>
          Setup guide
        </Link>
      }
      query={query}
      what="settings"
      skeleton="h-96"
    >
      {({ areas }) => <SettingsAreas areas={areas} />}
    </SettingsSection>
  )
}

/** Renders the last verified backup, and the latest attempt if it failed. */
function BackupsSection() {
  const query = useQuery(backups)
  const format = useFormatInstant()
  return (
    <SettingsSection
      id="copies"
      title="Backups"
      about={
        query.data?.isConfigured &&
        'A daily backup of people, events and pictures. Each backup is verified by restoring it.'
      }
      query={query}
      what="backups"
      skeleton="h-12"
    >
      {(data) => (
        <div className="grid gap-3">
          {!data.isConfigured && (
            <p className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-4 py-3 text-small">
              <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
              <span className="min-w-0">{explainCheck(backupsMissing)}</span>
            </p>
          )}
          {(data.isConfigured || data.last) && (
            <p className={`figures ${data.isOverdue ? 'font-semibold text-danger' : ''}`}>
              {data.last
                ? `Last good backup: ${format(data.last.madeAt)}, with ${writePeople(data.last.people)}.`
                : 'There is no good backup yet.'}
              {data.last && data.isOverdue && (
                <span>{` This backup is older than ${overdueHours} hours.`}</span>
              )}
            </p>
          )}
          {data.isConfigured && (
            <p className="text-small text-muted">
              {data.isEncrypted
                ? 'Backups are encrypted.'
                : 'Backups are not encrypted. Enter an encryption key under Settings › Connections.'}
            </p>
          )}
          {data.failure && (
            <p className="text-small wrap-anywhere text-danger figures">
              {`The backup of ${format(data.failure.at)} failed. ${data.failure.reason}`}
            </p>
          )}
        </div>
      )}
    </SettingsSection>
  )
}

const names: Record<ServiceName, string> = {
  address: 'Public address',
  database: 'Database',
  copies: 'Backups',
  mail: 'Email',
  zoom: 'Zoom registrations',
  mailerlite: 'MailerLite',
  calendar: 'Calendar',
}

/** Renders whether mail, Zoom and other services are configured, and what does not work without each of them. */
function SetupSection() {
  const query = useQuery(settings)
  return (
    <SettingsSection
      id="services"
      title="Services"
      about="Which services the site uses, and how they are set up."
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
