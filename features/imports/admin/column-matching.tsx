import { useId } from 'react'
import { Link } from 'react-router'
import { FilterField } from '#client/admin/filter-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { splitName } from '#features/imports/rules.ts'
import { writeCount } from '#kernel/write-count.ts'
import {
  answerRole,
  headerWords,
  nameRole,
  questionOf,
  type Role,
  roleNames,
} from './column-labels.ts'
import type { Column } from './match-columns.ts'
import type { AttendeeList, Matching } from './read-attendees.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

/** If a list has more columns than this number, the area in which the organiser matches them scrolls. */
const mostUnscrolled = 12
const mostSamples = 3
const longestSample = 40

type ColumnMatchingProps = {
  list: AttendeeList
  /** Names of questions of the registration forms. */
  questions: string[]
  isDisabled: boolean
  onChange: (matching: Matching) => void
}

/**
 * Renders the form in which the organiser matches columns to fields. If all columns are unambiguous,
 * renders one line that says how the list is read.
 */
export function ColumnMatching({ list, questions, isDisabled, onChange }: ColumnMatchingProps) {
  const { tables, table, columns, missing, isAsked, matching, hasEmails } = list
  const id = useId()
  if (columns.length < 2 || !hasEmails) return null
  if (!isAsked) {
    return (
      <section aria-label="Columns" className="flex flex-wrap items-baseline gap-x-4 text-small">
        <p className="text-muted">{describeColumns(list)}</p>
        <Button
          variant="quiet"
          className="px-0! text-small!"
          disabled={isDisabled}
          onClick={() => onChange({ ...matching, isOpen: true })}
        >
          Match manually
        </Button>
      </section>
    )
  }

  function choose(at: number, role: Role | null) {
    const choices = { ...matching.choices, [at]: role }
    for (const other of columns) {
      if (role && role !== 'status' && other.role === role && other.at !== at)
        choices[other.at] = null
    }
    onChange({ ...matching, choices })
  }

  return (
    <section
      aria-labelledby={id}
      data-matching
      className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id={id} className="text-subheading">
        Match columns
      </h2>
      <p className="mt-1.5 text-small text-muted">
        Choose the content of each column. Email and a name are required.
      </p>
      {tables.length > 1 && (
        <div className="mt-4">
          <FilterField label="Table to import">
            {(control) => (
              <select
                {...control}
                disabled={isDisabled}
                value={table}
                onChange={({ target: { value } }) =>
                  onChange({ ...matching, table: Number(value), choices: {} })
                }
              >
                {tables.map(({ title, header, rows }, at) => (
                  <option key={header?.line ?? 0} value={at}>
                    {title || `Table from line ${header?.line ?? rows[0]?.line ?? 1}`} (
                    {writeCount(rows.length, 'row')})
                  </option>
                ))}
              </select>
            )}
          </FilterField>
        </div>
      )}
      <ScrollingList
        label="Columns of the list"
        className={`mt-4 ${columns.length > mostUnscrolled ? 'max-h-144' : ''}`}
      >
        {columns.map((column) => (
          <ColumnLine
            key={column.at}
            column={column}
            questions={questions}
            isDisabled={isDisabled}
            onChoose={(role) => choose(column.at, role)}
          />
        ))}
      </ScrollingList>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          disabled={missing.length > 0 || isDisabled}
          data-continue
          onClick={() => onChange({ ...matching, isOpen: false })}
        >
          Continue
        </Button>
        <output className="min-w-0 flex-1 text-small text-danger">
          {missing.length > 0 && describeMissing(missing)}
        </output>
      </div>
      {missing.includes('name') && !missing.includes('email') && (
        <p className="mt-3 text-small text-muted">
          {columns.some(({ role }) => role === 'firstName')
            ? 'Does the list have first names only? Choose “Full name” for that column: one word is enough.'
            : 'Does the list have no names? Use it to give people access to the recordings:'}{' '}
          <Link to="/bulk-import" className={textLinkStyle}>
            Video access import
          </Link>
        </p>
      )}
    </section>
  )
}

function describeMissing(missing: ('email' | 'name')[]): string {
  const wanted = {
    email: 'the email column',
    name: 'the full name, or first and last name',
  }
  return `Choose ${missing.map((one) => wanted[one]).join(' and ')}.`
}

function describeColumns({ tables, table, columns }: AttendeeList): string {
  const { header = null, title } = tables[table] ?? {}
  const read = columns.flatMap(({ role }) => {
    if (!role) return []
    return questionOf(role) ? [`“${nameRole(role)}”`] : [nameRole(role).toLowerCase()]
  })
  const left = columns.length - read.length
  const ignored = left === 0 ? '' : ` ${left} ${left === 1 ? 'column is' : 'columns are'} ignored.`
  const from = header ? ` from line ${header.line + 1}` : ''
  const section = tables.length > 1 && title ? ` “${title}”,` : ''
  return `Reading${section}${from || ''} as ${read.join(', ')}.${ignored}`
}

type ColumnLineProps = {
  column: Column
  questions: string[]
  isDisabled: boolean
  onChoose: (role: Role | null) => void
}

function ColumnLine({ column, questions, isDisabled, onChoose }: ColumnLineProps) {
  const id = useId()
  const { name, cells, role, plain, isAmbiguous } = column
  const samples = [...new Set(cells)].slice(0, mostSamples).map(shorten)
  const [first] = cells
  const split = role === 'fullName' && first ? splitName(first) : undefined
  const isForeignEvent = role === undefined && headerWords.eventIdentifier.test(plain)
  return (
    <ScrollingLine className="grid items-center gap-x-6 gap-y-2 py-3! @xl:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {name}
        </label>
        <p id={`${id}-samples`} className="text-muted">
          {samples.join(' · ') || 'Empty column'}
          {split && (
            <span className="mt-1 block text-ink">
              First name “{split.firstName}”,{' '}
              {split.lastName ? `last name “${split.lastName}”` : 'no last name'}
            </span>
          )}
          {isAmbiguous && role === undefined && (
            <span className="mt-1 block text-ink">
              This header fits more than one field or column. Choose its content.
            </span>
          )}
          {isForeignEvent && cells.length > 0 && (
            <span className="mt-1 block text-ink">No event has such a title or ID.</span>
          )}
        </p>
      </div>
      <select
        id={id}
        disabled={isDisabled}
        aria-describedby={`${id}-samples`}
        value={role ?? ''}
        onChange={({ target: { value } }) => onChoose(value === '' ? null : (value as Role))}
        className={`block h-11 w-full rounded-md border bg-sunken px-3 text-small ${role ? 'border-line-strong text-ink' : 'border-line text-muted'}`}
      >
        {Object.entries(roleNames).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {questions.length > 0 && (
          <optgroup label="Registration form questions">
            {questions.map((question) => (
              <option key={question} value={answerRole(question)}>
                {shorten(question)}
              </option>
            ))}
          </optgroup>
        )}
        <option value="">Ignore this column</option>
      </select>
    </ScrollingLine>
  )
}

function shorten(text: string) {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= longestSample) return line
  // If the text was cut between the two halves of a surrogate pair, such as an emoji, remove the first half.
  return `${line.slice(0, longestSample).replace(/[\uD800-\uDBFF]$/, '')}…`
}
