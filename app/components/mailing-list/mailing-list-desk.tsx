import { LoadFailed } from '#app/components/desk/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { MailingListCounts } from './mailing-list-counts.tsx'
import { mailingList } from './mailing-list-query.ts'
import { MailingListTrouble } from './mailing-list-trouble.tsx'
import { MemberList } from './member-list.tsx'

/**
 * The desk's section on MailerLite: for each person who agreed what became of them there, their groups,
 * what failed and why, the next try, and 'Try again'. For administrators only.
 */
export function MailingListDesk() {
  const { data, error, refetch } = useQuery(mailingList)
  const format = useFormatInstant()
  return (
    <section aria-labelledby="mailing-list-heading">
      <h2 id="mailing-list-heading" className="text-heading">
        Mailing list
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        People who agreed to updates become subscribers at MailerLite, in a group for each event.
      </p>
      {!data && !error && (
        <output className="mt-5 block text-muted">Loading mailing list...</output>
      )}
      {!data && error && (
        <LoadFailed
          error={error}
          words="The mailing list could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      {data && data.notes.length > 0 && (
        <ul className="mt-4 grid gap-2 rounded-md border border-line bg-raised px-4 py-3 text-small">
          {data.notes.map((note) => (
            <li key={note} className="flex items-start gap-2.5 wrap-anywhere">
              <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
              <span className="min-w-0">{note}</span>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <>
          <MailingListCounts list={data} />
          {data.isConfigured && data.pausedUntil && (
            <p className="mt-4 text-small text-muted figures">
              MailerLite takes no calls until {format(data.pausedUntil)}. Nobody is lost: they wait.
            </p>
          )}
          {data.isConfigured && (
            <>
              <MailingListTrouble list={data} />
              <MemberList />
            </>
          )}
        </>
      )}
    </section>
  )
}
