import { useId, useState } from 'react'
import { FilterField } from '#client/admin/filter-field.tsx'
import { Button } from '#client/ui/button.tsx'
import {
  type Column,
  columnNames,
  type Layout,
  layoutBelow,
  missingOf,
} from './attendee-columns.ts'
import { describeColumns, headerChoices, listFileColumns, type FileColumn } from './file-columns.ts'
import type { AttendeeList } from './read-attendees.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import { splitName } from './split-name.ts'

/** With more of them the list scrolls by itself. */
const mostUnscrolled = 12

type ColumnMatchingProps = {
  list: AttendeeList
  isDisabled: boolean
  /** Whether the list was imported as it is: nothing needs to be asked any more. */
  isDone: boolean
  onChange: (layout: Layout) => void
}

/**
 * Which column of a list is which: said in a line where its header says so, asked where it does not. What is
 * chosen holds for this list alone. Specification, "Imports and export".
 */
export function ColumnMatching({ list, isDisabled, isDone, onChange }: ColumnMatchingProps) {
  const { rows, layout, problem } = list
  const [wantsChoice, setWantsChoice] = useState(false)
  const [moved, setMoved] = useState('')
  const id = useId()
  const fileColumns = listFileColumns(rows, layout)
  if (problem !== null || fileColumns.length < 2) return null
  const mayClose = layout.isKnown || isDone
  const isOpen = wantsChoice || !mayClose
  const missing = missingOf(layout.columns)

  function choose(at: number, column: Column | undefined) {
    const columns = new Map(layout.columns)
    for (const [other, place] of layout.columns) if (place === at) columns.delete(other)
    const before = column && columns.get(column)
    if (column) columns.set(column, at)
    const left = fileColumns.find((other) => other.at === before)
    setMoved(left ? `${left.name} is left out now.` : '')
    onChange({ ...layout, columns })
  }

  return (
    <section
      aria-labelledby={id}
      data-columns
      className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-subheading">
          {isOpen ? 'Which column is which?' : 'Columns'}
        </h2>
        {mayClose && (
          <Button
            variant="quiet"
            className="px-0! text-small!"
            aria-expanded={isOpen}
            onClick={() => setWantsChoice(!wantsChoice)}
          >
            {isOpen ? 'Done' : 'Match by hand'}
          </Button>
        )}
      </div>
      {isOpen ? (
        <>
          <p className="mt-1.5 text-small text-muted">
            {!layout.isKnown && 'The list does not say it in words known here. '}
            Choose e-mail and name; every other column may be left out. This holds for this list
            only.
          </p>
          <div className="mt-4">
            <FilterField label="Header">
              {(control) => (
                <select
                  {...control}
                  disabled={isDisabled}
                  value={layout.header ?? ''}
                  onChange={({ target: { value } }) => {
                    setMoved('')
                    onChange(layoutBelow(rows, value === '' ? null : Number(value)))
                  }}
                >
                  <option value="">None: the first line is a person</option>
                  {headerChoices(rows, layout).map(({ at, text }) => (
                    <option key={at} value={at}>
                      {text}
                    </option>
                  ))}
                </select>
              )}
            </FilterField>
          </div>
          <ScrollingList
            label="Columns of the list"
            className={`mt-4 ${fileColumns.length > mostUnscrolled ? 'max-h-144' : ''}`}
          >
            {fileColumns.map((column) => (
              <ColumnLine
                key={column.at}
                column={column}
                isDisabled={isDisabled}
                isInvalid={missing.length > 0 && column.chosen === undefined}
                onChoose={(chosen) => choose(column.at, chosen)}
              />
            ))}
          </ScrollingList>
          <output className="grid gap-1 text-small *:first:mt-3">
            {moved && <span className="text-glow">{moved}</span>}
            {missing.length > 0 && <span className="text-danger">{describeMissing(missing)}</span>}
          </output>
        </>
      ) : (
        <p className="mt-1.5 text-small text-muted">{describeColumns(fileColumns, layout)}</p>
      )}
    </section>
  )
}

export function describeMissing(missing: ('email' | 'name')[]): string {
  const wanted = {
    email: 'the column with the e-mails',
    name: 'the columns with first and last name, or the one with the whole name',
  }
  return `Choose ${missing.map((one) => wanted[one]).join(', and ')}.`
}

type ColumnLineProps = {
  column: FileColumn
  isDisabled: boolean
  isInvalid: boolean
  onChoose: (column: Column | undefined) => void
}

/** One column: its name in the file, what stands in it, and what it is. */
function ColumnLine({ column, isDisabled, isInvalid, onChoose }: ColumnLineProps) {
  const id = useId()
  const { name, samples, chosen } = column
  const [first] = samples
  const split = chosen === 'wholeName' && first ? splitName(first) : undefined
  return (
    <ScrollingLine className="grid items-center gap-x-6 gap-y-2 py-3! @xl:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {name}
        </label>
        <p id={`${id}-samples`} className="text-muted">
          {samples.join(' · ') || 'Empty'}
          {split && (
            <span className="mt-1 block text-ink">
              First name “{split.firstName}”, last name{' '}
              {split.lastName ? `“${split.lastName}”` : 'missing'}
            </span>
          )}
        </p>
      </div>
      <select
        id={id}
        disabled={isDisabled}
        aria-describedby={`${id}-samples`}
        data-missing={isInvalid || undefined}
        value={chosen ?? ''}
        onChange={({ target: { value } }) => onChoose(value === '' ? undefined : (value as Column))}
        className={`block h-11 w-full rounded-md border bg-sunken px-3 text-small ${chosen ? 'border-line-strong text-ink' : 'border-line text-muted'}`}
      >
        <option value="">Leave out</option>
        {Object.entries(columnNames).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </ScrollingLine>
  )
}
