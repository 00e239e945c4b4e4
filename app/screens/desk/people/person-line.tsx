import type { PersonRow } from '#shared/contract/people.ts'
import { PersonCell } from '#app/screens/desk/parts/person-cell.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'

/** One person of the list. */
export function PersonLine({ person }: { person: PersonRow }) {
  const format = useFormatInstant()
  const { key, email, firstName, lastName, company, jobTitle, registrations, createdAt, bounced } =
    person
  const work = [jobTitle, company].filter(Boolean).join(', ')
  const events = registrations === 1 ? '1 registration' : `${registrations} registrations`
  return (
    <li
      aria-label={email}
      className="grid gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)] lg:items-center"
    >
      <PersonCell personKey={key} name={`${firstName} ${lastName}`.trim()} email={email} />
      <p className="min-w-0 wrap-anywhere text-muted">{work && <bdi>{work}</bdi>}</p>
      <p className="text-muted figures">
        {bounced && (
          <>
            <Badge tone="danger">Mails come back</Badge>{' '}
          </>
        )}
        {registrations > 0 ? events : 'Not registered'}, since {format(createdAt)}
      </p>
    </li>
  )
}
