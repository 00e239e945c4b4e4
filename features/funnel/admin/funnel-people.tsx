import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { focusLine } from '#client/ui/focus-line.ts'
import type { FunnelPerson } from '#features/funnel/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { funnelPeople, type ShownPeople } from './funnel-queries.ts'
import { stageLabels } from './funnel-table.tsx'

/** Number of rows that each press of "Show more" adds. */
const rowsAtOnce = 100

const columns: CsvColumns<FunnelPerson> = {
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
  Event: ({ event }) => event,
  Type: ({ registrationType }) => registrationType,
  'Registration Date': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

type FunnelPeopleProps = {
  shown: ShownPeople
  /** Name of the funnel's row. */
  name: string
  onClose: () => void
}

/** Renders a dialog with the registrations behind a number of the funnel, newest first. */
export function FunnelPeople({ shown, name, onClose }: FunnelPeopleProps) {
  const [most, setMost] = useState(rowsAtOnce)
  const query = useQuery(funnelPeople(shown))
  const people = query.data
  const list = useRef<HTMLUListElement>(null)
  return (
    <Dialog
      size="wide"
      title={`${stageLabels[shown.stage]}: ${name}`}
      description={people && writeCount(people.length, 'registration')}
      onClose={onClose}
    >
      <NotLoaded
        query={query}
        message="The people could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {people && (
        <>
          <DownloadRowsButton
            className="mt-4"
            label="people"
            fileName={`funnel-${shown.stage}`}
            columns={columns}
            read={() => people}
            isEmpty={people.length === 0}
          />
          <ul
            ref={list}
            aria-label="People"
            className="mt-5 divide-y divide-line border-y border-line text-small"
          >
            {people.slice(0, most).map((person) => (
              <li
                key={person.id}
                data-line
                tabIndex={-1}
                className="grid gap-x-4 gap-y-1 py-2 wrap-anywhere sm:grid-cols-3"
              >
                <Identity person={person} />
                <bdi className="text-muted">{person.event}</bdi>
              </li>
            ))}
          </ul>
          {people.length > most && (
            <Button
              variant="secondary"
              className="mt-4"
              onClick={() => {
                flushSync(() => setMost(most + rowsAtOnce))
                focusLine(list.current, most)
              }}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

function Identity({ person }: { person: FunnelPerson }) {
  const { firstName, lastName, email, personKey, isErased } = person
  if (isErased) return <span className="text-muted sm:col-span-2">Erased person</span>
  return (
    <>
      <PersonLink personKey={personKey} name={`${firstName} ${lastName}`.trim()} />
      <MailLink email={email} />
    </>
  )
}
