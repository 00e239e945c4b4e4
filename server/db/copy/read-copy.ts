import { UnusableDatabase } from '#server/unusable-database.ts'
import {
  copyFooter,
  copyHeader,
  copyRow,
  copyTable,
  type CopyFooter,
  type CopyHeader,
  type CopyRow,
  type CopySection,
} from './copy-format.ts'

/** Handed on at once: as many rows as make about this many characters, and this many at most. */
const batchSize = 2_000_000
const batchRows = 2_000

const damaged = 'This file is damaged, or not a copy made by "npm run export".'

export type CopyPart =
  | { kind: 'header'; header: CopyHeader }
  | { kind: 'rows'; section: CopySection; rows: CopyRow[] }
  | { kind: 'footer'; footer: CopyFooter }

/**
 * Reads a copy (copy-format.ts) from pieces of text, a few megabytes at a time. Throws
 * UnusableDatabase when it is no copy, damaged, or breaks off.
 */
export async function* readCopy(text: AsyncIterable<string>): AsyncGenerator<CopyPart> {
  let section: CopySection | undefined
  let rows: CopyRow[] = []
  let size = 0
  let isStarted = false
  let isWhole = false
  for await (const line of splitLines(text)) {
    const value = parseLine(line)
    if (!isStarted) {
      yield { kind: 'header', header: readHeader(value) }
      isStarted = true
      continue
    }
    if (section && Array.isArray(value)) {
      if (value.length !== section.columns.length) throw new UnusableDatabase(damaged)
      rows.push(copyRow.parse(value))
      size += line.length
      if (size < batchSize && rows.length < batchRows) continue
    }
    if (section && rows.length > 0) yield { kind: 'rows', section, rows }
    rows = []
    size = 0
    if (Array.isArray(value)) continue
    const footer = copyFooter.safeParse(value)
    isWhole = footer.success
    if (footer.success) yield { kind: 'footer', footer: footer.data }
    else section = copyTable.parse(value).table
  }
  if (isWhole) return
  throw new UnusableDatabase('This copy breaks off before its end. Nothing was changed.')
}

function readHeader(value: unknown) {
  const header = copyHeader.safeParse(value)
  if (header.success) return header.data
  throw new UnusableDatabase('This file is not a copy made by "npm run export".')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new UnusableDatabase(damaged)
  }
}

async function* splitLines(text: AsyncIterable<string>) {
  let begun: string[] = []
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
}
