import { dateText, noCell, positiveStatus } from './column-labels.ts'
import type { Column } from './match-columns.ts'
import { cleanCell, type Row } from './read-cells.ts'

export type Status = {
  key: string
  /**
   * The text in the cell, such as 'Approved'. If the list has several columns with statuses, the column's header
   * precedes it.
   */
  label: string
  count: number
  isTaken: boolean
  /** True for statuses of people who must not be imported by default, such as unsubscribed or bounced. */
  isNegative: boolean
}

/** Which rows the organiser wants to import, by their status: true for statuses whose rows are imported. */
export type StatusChoices = Record<string, boolean>

const noValue = 'No value'

/** Returns the status in a row. In a column such as UNSUB_TIME, every date counts as the same status, 'Yes'. */
function valueOf({ at, isNegative }: Column, { cells }: Row): string {
  const value = cleanCell(cells[at])
  if (isNegative && dateText.test(value)) return 'Yes'
  return value || noValue
}

function keyOf(column: Column, value: string) {
  return `${column.name}: ${value}`
}

function isOnlyStatusColumn(statusColumns: Column[], column: Column) {
  return statusColumns.length === 1 && !column.isNegative
}

/** Returns whether rows with this status value are imported by default. */
function isTakenByDefault(column: Column, value: string) {
  return column.isNegative ? value === noValue || noCell.test(value) : positiveStatus.test(value)
}

/** Returns every status that occurs in an imported list, with its number of rows. */
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
      const isTaken = choices[key] ?? isTakenByDefault(column, value)
      const isNegative = column.isNegative && !isTakenByDefault(column, value)
      const label = isOnlyStatusColumn(statusColumns, column) ? value : key
      return { key, label, count, isTaken, isNegative }
    })
  })
}

/**
 * Returns a function that returns a row's status if the organiser chose not to import rows with this status; otherwise
 * undefined.
 */
export function statusFilter(columns: Column[], statuses: Status[]) {
  const left = new Set(statuses.flatMap(({ key, isTaken }) => (isTaken ? [] : [key])))
  const statusColumns = columns.filter(({ role }) => role === 'status')
  return (row: Row): string | undefined => {
    const column = statusColumns.find((one) => left.has(keyOf(one, valueOf(one, row))))
    if (!column) return undefined
    const value = valueOf(column, row)
    return isOnlyStatusColumn(statusColumns, column) ? `Status: ${value}` : keyOf(column, value)
  }
}
