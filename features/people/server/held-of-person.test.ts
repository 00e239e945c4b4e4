import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { heldOfNobody } from './held-of-nobody.ts'
import { heldOfPerson } from './held-of-person.ts'

const list = 'features/people/server/held-of-person.ts'

/** Columns of these types cannot contain an address or a text. */
const wordless = [
  'bool',
  'date',
  'float8',
  'int2',
  'int4',
  'int8',
  'int4multirange',
  'numeric',
  'timestamptz',
  'uuid',
]

function readList(): Map<string, string[]> {
  const ofPeople = Object.entries(heldOfPerson).map(
    ([table, { personalColumns: theirs = '', otherColumns: others = '' }]) => {
      return [table, `${theirs} ${others}`] as const
    },
  )
  const ofNobody = Object.entries(heldOfNobody).map(([table, line]) => {
    return [table, line.replace(/^\w+:/, '')] as const
  })
  return new Map(
    [...ofPeople, ...ofNobody].map(([table, names]) => [table, names.split(/\s+/).filter(Boolean)]),
  )
}

/** Returns the columns that are only in the database, or only in the list. */
async function findUnlisted(client: PoolClient, lines = readList()): Promise<string[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array(
        select a.attname::text from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and coalesce(e.typname, t.typname) <> all($1) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
    [wordless],
  )
  const missing = rows.flatMap(({ table, columns }) => {
    const listed = lines.get(table)
    if (!listed)
      return [`the table ${table} is in no line of ${list}: say what becomes of its rows`]
    return [
      ...columns
        .filter((column) => !listed.includes(column))
        .map((column) => `${table}.${column} is not in the line of ${table} in ${list}`),
      ...listed
        .filter((column) => !columns.includes(column))
        .map((column) => `${table}.${column} stands in ${list} and holds no words, or is gone`),
    ]
  })
  const tables = new Set(rows.map(({ table }) => table))
  const gone = [...lines.keys()].filter((table) => !tables.has(table))
  return [...missing, ...gone.map((table) => `the table ${table} stands in ${list} and is gone`)]
}

/** Runs a query with these schema changes, then rolls them back. */
async function withChanges<Answer>(changes: string, ask: (client: PoolClient) => Promise<Answer>) {
  const client = await (await testDatabase()).pool.connect()
  try {
    await client.query('begin')
    await client.query(changes)
    return await ask(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('every table and every text column is in the list of personal data', async () => {
  expect(readList().size).toBe(Object.keys({ ...heldOfPerson, ...heldOfNobody }).length)
  expect(await withChanges('select', (client) => findUnlisted(client))).toEqual([])
})

test('an unlisted table or column is reported with the file for its line', async () => {
  const planted = `create table wishes (id integer primary key, email text, at timestamptz);
    alter table event_questions add contact jsonb, add names text[], add stars integer;
    alter table form_answers add file text`
  expect(await withChanges(planted, (client) => findUnlisted(client))).toEqual([
    `event_questions.contact is not in the line of event_questions in ${list}`,
    `event_questions.names is not in the line of event_questions in ${list}`,
    `form_answers.file is not in the line of form_answers in ${list}`,
    `the table wishes is in no line of ${list}: say what becomes of its rows`,
  ])
})

test('a line of a table or column that is gone is named', async () => {
  const lines = readList().set('wishes', ['email'])
  const gone = 'alter table event_crew drop column name'
  expect(await withChanges(gone, (client) => findUnlisted(client, lines))).toEqual([
    `event_crew.name stands in ${list} and holds no words, or is gone`,
    `the table wishes stands in ${list} and is gone`,
  ])
})

test("rows that depend on a person's row are deleted by cascading foreign keys", async () => {
  const { pool } = await testDatabase()
  const { rows } = await pool.query<{ pair: string }>(
    `select conrelid::regclass || ' with ' || confrelid::regclass as pair from pg_constraint
      where contype = 'f' and confdeltype = 'c'`,
  )
  const pairs = Object.entries(heldOfPerson).flatMap(([table, { erase }]) =>
    typeof erase === 'string' && erase !== 'stays' ? [`${table} ${erase}`] : [],
  )
  expect(pairs.length).toBeGreaterThan(3)
  expect(pairs.filter((pair) => !rows.some((row) => row.pair === pair))).toEqual([])
})
