import type { ClientBase } from 'pg'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import type { CopiedSequence, CopyRow, CopySection } from './copy-file.ts'
import { exportedName } from './exported-names.ts'

/**
 * Tables that backups omit: a stolen backup must not contain administrators' two-factor secrets, and API keys of
 * one site must not work on another. The key of a day's visitors would turn their pseudonyms back into addresses.
 */
const keptOut = [
  'administrator_factors',
  'api_keys',
  'repeatable_writes',
  'visitor_keys',
  'visitor_marks',
]

export type CopiedTable = { name: string; columns: { name: string; type: string }[] }

const tablesQuery = `
  select c.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
      order by a.attnum) as columns,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as parents
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.oid, c.relname
  order by c.relname`

const sequencesQuery = `
  select c.relname as table, a.attname as column,
    pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname))::text as last
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''
  order by 1, 2`

/**
 * Returns every table that backups include, with its columns, in foreign key order: referenced tables first.
 */
export async function readCopiedTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { parents: string[] }>(tablesQuery)
  const sorted: CopiedTable[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((name) => left.has(name)))
    if (free.length === 0) throw new Error(`${[...left.keys()].join(', ')} refer to each other`)
    for (const { name, columns } of free) {
      sorted.push({ name, columns })
      left.delete(name)
    }
  }
  return sorted.filter(({ name }) => !keptOut.includes(name))
}

export async function readCopiedSequences(client: ClientBase): Promise<CopiedSequence[]> {
  const { rows } = await client.query<CopiedSequence>(sequencesQuery)
  return rows.map((row) => ({ ...row, table: exportedName(row.table) }))
}

/**
 * Inserts the rows of a backup, with the ids that they had. Throws UnusableDatabase if the database lacks a table or
 * column of the backup.
 */
export async function writeRows(
  client: ClientBase,
  tables: CopiedTable[],
  { section, rows }: { section: CopySection; rows: CopyRow[] },
) {
  const table = tables.find(({ name }) => exportedName(name) === section.name)
  const found = section.columns.map((column) =>
    table?.columns.find(({ name }) => exportedName(name) === column),
  )
  if (!table || !found.every((column) => column !== undefined)) {
    throw new UnusableDatabase(`The file's table "${section.name}" does not match this database.`)
  }
  const columns = found.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  const texts = found.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const values = found.map(({ type }, index) => `(u.c${index})::${type}`).join(', ')
  const names = found.map((_, index) => `c${index}`).join(', ')
  await client.query(
    `insert into ${client.escapeIdentifier(table.name)} (${columns}) overriding system value
      select ${values} from unnest(${texts}) as u(${names})`,
    found.map((_, index) => rows.map((row) => row[index] ?? null)),
  )
}

/** Sets the sequences of identity columns to their values in the database that was backed up. */
export async function writeCopiedSequences(
  client: ClientBase,
  tables: CopiedTable[],
  sequences: CopiedSequence[],
) {
  for (const { table, column, last } of sequences) {
    if (last === null) continue
    const known = tables.find(({ name }) => exportedName(name) === table)
    const name = client.escapeIdentifier(known?.name ?? table)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [name, column, last])
  }
}
