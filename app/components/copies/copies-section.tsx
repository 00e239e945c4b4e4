import { LoadFailed } from '#app/components/desk/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { backups } from '#app/api/queries.ts'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { overdueHours } from '#shared/contract/backups.ts'

/** The desk's section on copies of the database: when the last good one was made, and what failed. */
export function CopiesSection() {
  const { data, error, refetch } = useQuery(backups)
  const format = useFormatInstant()
  return (
    <section aria-labelledby="copies-heading">
      <h2 id="copies-heading" className="text-heading">
        Copies
      </h2>
      {data?.isConfigured && (
        <p className="mt-2 max-w-reading text-muted">
          Every night everything is copied: people, events, pictures. Each copy is tried out.
        </p>
      )}
      {!data && !error && <Skeleton className="mt-5 h-12" />}
      {!data && error && (
        <LoadFailed
          error={error}
          words="The copies could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      {data && (
        <div className="mt-4 grid gap-3">
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
    </section>
  )
}

function writePeople(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}
