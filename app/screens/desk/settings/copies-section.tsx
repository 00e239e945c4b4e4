import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { backups } from '#app/api/admin-queries.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { overdueHours } from '#shared/overdue-copies.ts'
import { SettingsSection } from './settings-section.tsx'

/** The admin area's section on copies of the database: when the last good one was made, and what failed. */
export function BackupsSection() {
  const query = useQuery(backups)
  const format = useFormatInstant()
  return (
    <SettingsSection
      id="copies"
      title="Copies"
      about={
        query.data?.isConfigured &&
        'Every night everything is copied: people, events, pictures. Each copy is tried out.'
      }
      query={query}
      what="copies"
      skeleton="h-12"
    >
      {(data) => (
        <div className="grid gap-3">
          {!data.isConfigured && (
            <p className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-4 py-3 text-small">
              <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
              <span className="min-w-0">
                No copies are made: BACKUP_URL is not set. Whoever runs the site finds how in
                docs/operations.md.
              </span>
            </p>
          )}
          {(data.isConfigured || data.last) && (
            <p className={`figures ${data.isOverdue ? 'font-semibold text-danger' : ''}`}>
              {data.last
                ? `The last good copy is of ${format(data.last.madeAt)} and holds ${writePeople(data.last.people)}.`
                : 'There is no good copy yet.'}
              {data.last && data.isOverdue && ` That is more than ${overdueHours} hours ago.`}
            </p>
          )}
          {data.failure && (
            <p className="text-small wrap-anywhere text-danger figures">
              The copy of {format(data.failure.at)} failed. {data.failure.reason}
            </p>
          )}
        </div>
      )}
    </SettingsSection>
  )
}

function writePeople(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}
