import { type Column, columnNames, type Layout } from './attendee-columns.ts'
import { cleanCell, firstPeople, type Row } from './read-cells.ts'

/** A column as it stands in the file, with some of what is in it. */
export type FileColumn = {
  at: number
  name: string
  samples: string[]
  chosen: Column | undefined
}

const mostSamples = 3
const longestSample = 40
const mostHeaders = 20

function shorten(text: string, longest: number) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line
}

/** The columns of a list, without those in which nothing stands. */
export function listFileColumns(rows: Row[], { header, columns }: Layout): FileColumn[] {
  const names = header === null ? [] : (rows[header]?.cells ?? [])
  const people = firstPeople(rows, header)
  const width = Math.max(names.length, ...people.map(({ cells }) => cells.length), 0)
  const chosen = new Map([...columns].map(([column, at]) => [at, column]))
  return Array.from({ length: width }, (_, at) => {
    const cells = people.map((row) => shorten(cleanCell(row.cells[at]), longestSample))
    const name = shorten(cleanCell(names[at]), longestSample)
    return {
      at,
      name: name ? `${at + 1}. ${name}` : `Column ${at + 1}`,
      samples: [...new Set(cells.filter(Boolean))].slice(0, mostSamples),
      chosen: chosen.get(at),
      isEmpty: name === '' && cells.every((cell) => cell === ''),
    }
  }).filter(({ isEmpty }) => !isEmpty)
}

/** Rows that may be the header: the first ones, and the one that is. */
export function headerChoices(rows: Row[], { header }: Layout): { at: number; text: string }[] {
  return rows
    .slice(0, Math.max(mostHeaders, (header ?? 0) + 1))
    .map(({ cells, line }, at) => ({
      at,
      text: shorten(`Line ${line}: ${cells.map(cleanCell).filter(Boolean).join(', ')}`, 80),
    }))
    .filter(({ at }) => at < mostHeaders || at === header)
}

/** Which fields a list is read for, and how many columns are left out. */
export function describeColumns(fileColumns: FileColumn[], { header, isKnown }: Layout): string {
  const read = fileColumns.flatMap(({ chosen }) =>
    chosen ? [columnNames[chosen].toLowerCase()] : [],
  )
  const left = fileColumns.length - read.length
  const byItself = header === null ? 'In the order of the format' : 'By the header'
  const by = isKnown ? byItself : 'As you chose'
  const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'other is' : 'others are'} left out.`
  return `${by}: ${read.join(', ')}.${rest}`
}
