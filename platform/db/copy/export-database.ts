import type { ClientBase } from 'pg'
import { readAppliedMigrations } from '#platform/db/migrations.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { readCopiedSequences, readCopiedTables, type CopiedTable } from './copied-tables.ts'
import { copyFormat, type CopyFooter, type CopyHeader, type CopyRow } from './copy-file.ts'

/** Read at once: as many rows as make about this many characters, and this many rows at most. */
const readSize = 2_000_000
/** Of whatever table. */
const sealedColumns = ['sealed', 'former_sealed']
const readRows = 5_000

/**
 * Gives a logical copy of every table as pieces of text (copy-file.ts), all of one moment. Only
 * a few megabytes are held at a time. Keys that sign links are left out unless asked for, and what
 * they signed is cut out of mails that are kept; secrets of settings are left out in any case. Throws UnusableDatabase where nothing was migrated yet.
 */
export async function* exportDatabase(
  { pool }: Pick<OpenDatabase, 'pool'>,
  now: Date,
  { withKeys = false } = {},
) {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query("set local timezone = 'UTC'")
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const migrations = await readAppliedMigrations(client)
    if (migrations.length === 0) throw new UnusableDatabase('This database has no tables yet.')
    const madeAt = now.toISOString()
    yield toLine({ greenroomCopy: copyFormat, madeAt, migrations } satisfies CopyHeader)
    const counts: Record<string, number> = {}
    for (const table of await readCopiedTables(client)) {
      yield toLine({ table: { name: table.name, columns: table.columns.map(({ name }) => name) } })
      counts[table.name] = 0
      for await (const batch of readTable(client, table, { withKeys })) {
        counts[table.name]! += batch.length
        yield batch.map(toLine).join('')
      }
    }
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const sequences = await readCopiedSequences(client)
    yield toLine({ sequences, rows, tables: counts } satisfies CopyFooter)
  } finally {
    // Nothing was written: the connection goes, and the transaction with it.
    client.release(true)
  }
}

const signs = `(name = 'links' or name like 'links %') and (until is null or until > now())`
/** By their bytes as well: a key of erasures' digests may be one that signed before. */
const signsNothing = `secret not in (select secret from server_secrets where ${signs})`

/** As cutLinkTokens finds them. */
const linkToken = '/[a-z0-9]{1,6}-[[:alnum:]_-]{24}(?![[:alnum:]_-])'

/**
 * Whether a copy can lack the keys that sign links: a database that was not brought up to date has one key for
 * all, and the copy could not be read without it.
 */
export async function canLeaveOutKeys({ pool }: Pick<OpenDatabase, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(`select exists (
    select from information_schema.columns
    where table_name = 'server_secrets' and column_name = 'until') as can`)
  return rows[0]!.can
}

/** The next batch's size comes from the last one's rows: pictures are read a few at a time. */
async function* readTable(
  client: ClientBase,
  { name, columns }: CopiedTable,
  { withKeys }: { withKeys: boolean },
) {
  const values = columns.map((column) => {
    // A sealed secret would be of no use without its key: it is entered, or made, again after a restore.
    if (sealedColumns.includes(column.name)) return 'null::text'
    const text = `${client.escapeIdentifier(column.name)}::text`
    const holdsLinks = name === 'message_deliveries' && column.name === 'kept' && !withKeys
    return holdsLinks ? `regexp_replace(${text}, '${linkToken}', '/…', 'g')` : text
  })
  const table = client.escapeIdentifier(name)
  // A database that was not brought up to date has one key for all: it is needed to read the copy.
  const hasSigning = name === 'server_secrets' && columns.some((one) => one.name === 'until')
  const chosen = hasSigning && !withKeys ? `where ${signsNothing}` : ''
  await client.query(
    `declare copied no scroll cursor for select ${values.join(', ')} from ${table} ${chosen}`,
  )
  let count = 1
  for (;;) {
    const text = `fetch ${count} from copied`
    const { rows } = await client.query<CopyRow>({ text, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < count) break
    count = Math.ceil(Math.min(readRows, count * 4, readSize / averageSize(rows)))
  }
  await client.query('close copied')
}

function averageSize(rows: CopyRow[]) {
  const size = rows.flat().reduce((sum, value) => sum + (value?.length ?? 0), 0)
  return Math.max(1, size / rows.length)
}

function toLine(value: unknown) {
  return `${JSON.stringify(value)}\n`
}
