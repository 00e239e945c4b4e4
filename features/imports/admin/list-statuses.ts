import { dateText, noCell, positiveStatus } from './column-words.ts'
import type { Column } from './match-columns.ts'
import { cleanCell, type Row } from './read-cells.ts'

/** One value of a status column, with how many rows have it. */
export type Status = {
  key: string
  /** The value; with its column's header where several columns have a status. */
  label: string
  count: number
  isTaken: boolean
  /** Whether it says unsubscribed, bounced or deleted. */
  isNegative: boolean
}

/** The organiser's choices, by the keys of the statuses. */
export type StatusChoices = Record<string, boolean>

const noValue = 'No value'

/** Returns the value of a row as it is counted: all dates of a column such as UNSUB_TIME are one value. */
function valueOf({ at, isNegative }: Column, { cells }: Row): string {
  const value = cleanCell(cells[at])
  if (isNegative && dateText.test(value)) return 'Yes'
  return value || noValue
}

function keyOf(column: Column, value: string) {
  return `${column.name}: ${value}`
}

function isAlone(statusColumns: Column[], column: Column) {
  return statusColumns.length === 1 && !column.isNegative
}

/** Whether rows with a value are imported unless the organiser chooses otherwise. */
function isTakenAtFirst(column: Column, value: string) {
  return column.isNegative ? value === noValue || noCell.test(value) : positiveStatus.test(value)
}

/** Returns the statuses of a list's rows, with their counts. */
export function listStatuses(rows: Row[], columns: Column[], choices: StatusChoices): Status[] {
  const statusColumns = columns.filter(({ role }) => role === 'status')
  return statusColumns.flatMap((column) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const value = valueOf(column, row)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].map(([value, count]): Status => {
      const key = keyOf(column, value)
      const isTaken = choices[key] ?? isTakenAtFirst(column, value)
      const isNegative = column.isNegative && !isTakenAtFirst(column, value)
      const label = isAlone(statusColumns, column) ? value : key
      return { key, label, count, isTaken, isNegative }
    })
  })
}

/** Returns a function that names the status for which a row is left out; undefined where it is taken. */
export function statusFilter(columns: Column[], statuses: Status[]) {
  const left = new Set(statuses.flatMap(({ key, isTaken }) => (isTaken ? [] : [key])))
  const statusColumns = columns.filter(({ role }) => role === 'status')
  return (row: Row): string | undefined => {
    const column = statusColumns.find((one) => left.has(keyOf(one, valueOf(one, row))))
    if (!column) return undefined
    const value = valueOf(column, row)
    return isAlone(statusColumns, column) ? `Status: ${value}` : keyOf(column, value)
  }
}
