import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { encrypt, readDecrypted, type EncryptionKeys } from '#platform/encryption/encryption.ts'

/** Version of the backup file format; backup files of another version are rejected. */
export const copyFormat = 1

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
const sequence = z.object({ table: z.string(), column: z.string(), last: z.string().nullable() })

/**
 * Format of a backup file: JSON lines with a header, then for each table its name and columns followed by its
 * rows, then a footer. Without the footer the file is incomplete. Values are PostgreSQL's text representation.
 */
const copyHeader = z.object({
  greenroomCopy: z.number(),
  madeAt: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.string() })).min(1),
})
const copyTable = z.object({ table })
const copyRow = z.array(z.string().nullable())
const copyFooter = z.object({
  sequences: z.array(sequence),
  rows: z.number(),
  /** Number of rows by table name. */
  tables: z.record(z.string(), z.number()),
})

export type CopyHeader = z.infer<typeof copyHeader>
export type CopyRow = z.infer<typeof copyRow>
export type CopyFooter = z.infer<typeof copyFooter>
export type CopySection = z.infer<typeof table>
/** The last value that an identity column generated; null if it generated none. */
export type CopiedSequence = z.infer<typeof sequence>

/**
 * Writes a backup to `file`, compressed, encrypted if there are keys, and readable by this operating system user
 * only. The file appears when it is complete and synced to disk. Throws UnusableDatabase if the file exists
 * already.
 */
export async function writeCopyFile(
  file: string,
  text: AsyncIterable<string>,
  keys?: EncryptionKeys,
) {
  if (existsSync(file)) throw new UnusableDatabase(`${file} exists already. Nothing was written.`)
  const unfinished = `${file}.part`
  try {
    await rm(unfinished, { force: true })
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
    const packed = createGzip()
    if (keys) await pipeline(Readable.from(text), packed, (pieces) => encrypt(keys, pieces), target)
    else await pipeline(Readable.from(text), packed, target)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Passes the decrypted text of a backup file to `use`. Throws UnusableDatabase if the file is
 * damaged or no key decrypts it.
 */
export async function readCopyFile<Result>(
  file: string,
  use: (text: AsyncIterable<string>) => Promise<Result>,
  keys?: EncryptionKeys,
): Promise<Result> {
  let result: Result | undefined
  try {
    const unpacked = createGunzip().setEncoding('utf8')
    const pieces = Readable.from(readDecrypted(file, keys))
    await pipeline(pieces, unpacked, async (text: AsyncIterable<string>) => {
      result = await use(text)
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('Z_')) throw error
    const message = `${file} is damaged or was not made by "npm run export". Nothing was changed.`
    throw new UnusableDatabase(message, { cause: error })
  }
  return result as Result
}

/** Maximum size of one batch of rows that `readCopy` yields, in characters and in rows. */
const batchSize = 2_000_000
const batchRows = 2_000

const damaged = 'This file is damaged or was not made by "npm run export".'

export type CopyPart =
  | { kind: 'header'; header: CopyHeader }
  | { kind: 'rows'; section: CopySection; rows: CopyRow[] }
  | { kind: 'footer'; footer: CopyFooter }

/**
 * Parses a backup from chunks of text, a few megabytes at a time. Throws UnusableDatabase if the
 * text is no backup, damaged or truncated.
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
  throw new UnusableDatabase('This file is incomplete. Nothing was changed.')
}

function readHeader(value: unknown) {
  const header = copyHeader.safeParse(value)
  if (header.success) return header.data
  throw new UnusableDatabase('This file was not made by "npm run export".')
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
