import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { call } from '#client/api/call.ts'
import type { PersonRow } from '#features/people/contract.ts'
import { mostPeopleAtOnce } from '#features/people/rules.ts'
import type { PeopleChoice } from './people-queries.ts'

const columns: CsvColumns<PersonRow> = {
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
  Registrations: ({ registrations }) => String(registrations),
  'Mails Come Back': ({ bounced }) => (bounced ? 'Yes' : 'No'),
  'Known Since': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/** Returns all people that match, in list order; each once, even if the list changes between pages. */
async function readAll(
  choice: PeopleChoice,
  onArrived: (count: number) => void,
): Promise<PersonRow[]> {
  const found = new Map<string, PersonRow>()
  for (let page = 1; ; page++) {
    const query = { ...choice, page, limit: mostPeopleAtOnce }
    const { people, total } = await call('GET /api/admin/people', { query })
    for (const person of people) found.set(person.key, person)
    onArrived(found.size)
    if (page * mostPeopleAtOnce >= total) return [...found.values()]
  }
}

type ExportPeopleButtonProps = { choice: PeopleChoice; total: number }

/** Renders the button that exports all matching people, not only the page shown. */
export function ExportPeopleButton({ choice, total }: ExportPeopleButtonProps) {
  return (
    <DownloadRowsButton
      label="people"
      fileName="people"
      columns={columns}
      read={(onArrived) => readAll(choice, onArrived)}
      isEmpty={total === 0}
    />
  )
}
