import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import type { SettingsArea as AreaData } from '#features/settings/contract.ts'
import { isSecretField, type SettingArea } from '#kernel/live-settings.ts'
import { areaLabels } from './area-labels.ts'
import { SettingsArea } from './settings-area.tsx'

/** Renders the areas of settings as collapsible rows. The area in the URL's `#` fragment is open at first. */
export function SettingsAreas({ areas }: { areas: AreaData[] }) {
  const { hash } = useLocation()
  return (
    <Card>
      {areas.map((one) => (
        <Area key={one.area} data={one} isNamed={hash === `#set-${one.area}`} />
      ))}
    </Card>
  )
}

function Area({ data, isNamed }: { data: AreaData; isNamed: boolean }) {
  const { area } = data
  const { title, about } = areaLabels[area]
  const [isOpen, setIsOpen] = useState(isNamed)
  return (
    <details
      id={`set-${area}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group scroll-mt-20 border-t border-line first:border-t-0"
    >
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 -outline-offset-3 hover:text-glow sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        <h3 className="grow font-sans text-base leading-snug font-semibold">{title}</h3>
        <AreaState data={data} />
      </summary>
      {/* Rendered only while the row is open; `typedByArea` keeps typed values while it is closed. */}
      {isOpen && (
        <div className="px-4 pt-1 pb-6 sm:px-5 sm:pl-13">
          <p className="mb-5 max-w-reading text-small text-muted">{about}</p>
          <SettingsArea area={area} />
        </div>
      )}
    </details>
  )
}

/** For each section of the settings page, the field that is filled in if the section is configured. */
const stateFields: Record<SettingArea, string> = {
  address: 'PUBLIC_URL',
  mail: 'SMTP_URL.host',
  bounces: 'BOUNCE_IMAP_URL.host',
  backups: 'BACKUP_URL',
  zoom: 'ZOOM_ACCOUNT_ID',
  mailerlite: 'MAILERLITE_API_KEY',
  retention: '',
}

function AreaState({ data: { area, fields } }: { data: AreaData }) {
  if (fields.some(({ field, isLost }) => isSecretField(field) && isLost)) {
    return <Badge tone="danger">Enter password or key again</Badge>
  }
  const one = fields.find(({ field }) => field === stateFields[area])
  if (fields.every(({ lockedBy }) => lockedBy !== null) || one?.lockedBy) {
    return <Badge>Set on the server</Badge>
  }
  if (!one) return null
  return (
    <Badge tone={one.isSet ? 'success' : 'neutral'}>{one.isSet ? 'Set up' : 'Not set up'}</Badge>
  )
}
