import type { ClientBase } from 'pg'
import { readAppliedMigrations } from '#platform/db/migrations.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { readCopiedSequences, readCopiedTables, type CopiedTable } from './copied-tables.ts'
import { copyFormat, type CopyFooter, type CopyHeader, type CopyRow } from './copy-file.ts'
import { exportedName } from './exported-names.ts'

/**
 * Approximate maximum size, in characters, of the rows that one FETCH statement reads; `readRows` is the maximum number
 * of rows.
 */
const readSize = 2_000_000
/** Columns that contain encrypted secrets. Exports omit their values in every table. */
const sealedColumns = ['sealed', 'former_sealed']
const readRows = 5_000

/**
 * Yields a logical copy of every table as chunks of text in the format of copy-file.ts. Reads one snapshot, a few
 * megabytes at a time. Omits the secrets of settings. Includes the keys that sign links only with `withKeys`;
 * otherwise removes signed links from stored mails. Throws UnusableDatabase if the database was never migrated.
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
      const name = exportedName(table.name)
      const columns = table.columns.map((column) => exportedName(column.name))
      yield toLine({ table: { name, columns } })
      counts[name] = 0
      for await (const batch of readTable(client, table, { withKeys })) {
        counts[name] += batch.length
        yield batch.map(toLine).join('')
      }
    }
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const sequences = await readCopiedSequences(client)
    yield toLine({ sequences, rows, tables: counts } satisfies CopyFooter)
  } finally {
    // Close the connection without COMMIT: the transaction has only read.
    client.release(true)
  }
}

const signs = `(name = 'links' or name like 'links %') and (until is null or until > now())`
/**
 * SQL condition for the rows of `server_secrets` to export when the keys that sign links must be omitted. Compares the
 * secrets, because another row, such as the key that hashes emails of erased people, may contain the same key.
 */
const signsNothing = `secret not in (select secret from server_secrets where ${signs})`

/** PostgreSQL regular expression for the token in a signed link; must match the same texts as `cutLinkTokens`. */
const linkToken = '/[a-z0-9]{1,6}-[[:alnum:]_-]{24}(?![[:alnum:]_-])'

/**
 * Returns whether a backup can omit the keys that sign links. In a database from before the migration that
 * separated keys, one key serves all purposes, so the backup must include it.
 */
export async function canLeaveOutKeys({ pool }: Pick<OpenDatabase, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(`select exists (
    select from information_schema.columns
    where table_name = 'server_secrets' and column_name = 'until') as can`)
  return rows[0]!.can
}

/**
 * Yields the rows of a table in batches. The size of the rows in one batch determines the number of rows in the
 * next, so that large pictures are read a few at a time.
 */
async function* readTable(
  client: ClientBase,
  { name, columns }: CopiedTable,
  { withKeys }: { withKeys: boolean },
) {
  const values = columns.map((column) => {
    // An encrypted secret is useless without the encryption key; administrators enter or create the secret again
    // after a restore.
    if (sealedColumns.includes(column.name)) return 'null::text'
    const text = `${client.escapeIdentifier(column.name)}::text`
    const holdsLinks =
      exportedName(name) === 'message_deliveries' && column.name === 'kept' && !withKeys
    return holdsLinks ? `regexp_replace(${text}, '${linkToken}', '/…', 'g')` : text
  })
  const table = client.escapeIdentifier(name)
  // Databases from before the migration that added the column `until` have one key for all purposes: always export it.
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
