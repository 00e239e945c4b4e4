import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { readPages } from '#client/admin/paged-list.tsx'
import { call } from '#client/api/call.ts'
import type { AnswerColumn } from '#features/form-questions/contract.ts'
import { writeAnswer } from '#features/form-questions/rules.ts'
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
  'Emails Bounce': ({ bounced }) => (bounced ? 'Yes' : 'No'),
  'Added On': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/** Fetches all people who match the list's filter, in the order of the list. */
function readAll(choice: PeopleChoice, onArrived: (count: number) => void): Promise<PersonRow[]> {
  const load = async (page: number) => {
    const query = { ...choice, page, limit: mostPeopleAtOnce }
    const { people, total } = await call('GET /api/admin/people', { query })
    return { rows: people, total }
  }
  return readPages(load, ({ key }) => key, onArrived)
}

/** Returns a column for each question; a label that occurs twice gets the question's number. */
function columnsOf(questions: AnswerColumn[]): CsvColumns<PersonRow> {
  const named = questions.map(({ id, label }) => {
    const isUnique = questions.filter((other) => other.label === label).length === 1
    const write = ({ answers }: PersonRow) => {
      const answer = answers?.[id]
      return answer === undefined ? '' : writeAnswer(answer)
    }
    return [isUnique && !(label in columns) ? label : `${label} (${id})`, write] as const
  })
  return { ...columns, ...Object.fromEntries(named) }
}

type ExportPeopleButtonProps = {
  choice: PeopleChoice
  total: number
  /** Questions of the registration form whose answers are columns. */
  questions?: AnswerColumn[]
}

/** Renders the button that exports all people who match the list's filter as CSV, not only those on screen. */
export function ExportPeopleButton({ choice, total, questions = [] }: ExportPeopleButtonProps) {
  return (
    <DownloadRowsButton
      label="people"
      fileName="people"
      columns={columnsOf(questions)}
      read={(onArrived) => readAll(choice, onArrived)}
      isEmpty={total === 0}
    />
  )
}
