import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgPreparedQuery } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Db, Transaction } from './open.ts'

/** For each value of a prepared statement, by name, the placeholder to put into the statement's SQL. */
export type Slots<Values> = { [Name in keyof Values]-?: Placeholder<Name & string, Values[Name]> }

type Buildable<Answer> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Answer> }
}
type Asking = Db | Transaction
type Statement = NodePgPreparedQuery<never>

/** Builds SQL without a connection. */
const builder: Db = drizzle.mock({ casing: 'snake_case' })

const slots = new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) })

/** Returns the `pg` client of a transaction, or the pool of a database. */
export function clientOf(db: Asking): Pool | PoolClient {
  return (db._.session as unknown as { client: Pool | PoolClient }).client
}

/**
 * Builds a prepared statement with `make` on first use. Returns a function that binds this statement to a transaction
 * or database.
 */
function askable(make: () => unknown): (db: Asking) => Statement {
  let made: Statement | undefined
  const ofClients = new WeakMap<Pool | PoolClient, Statement>()
  return (db) => {
    const client = clientOf(db)
    let own = ofClients.get(client)
    if (!own) {
      made ??= make() as Statement
      own = Object.create(made, { client: { value: client } }) as Statement
      ofClients.set(client, own)
    }
    return own
  }
}

/**
 * Returns a function that runs a named Drizzle statement. Drizzle builds the text once, and each connection parses
 * and plans it once, which halves the cost of a short statement in the process and in PostgreSQL. `name` must be
 * unique. The statement is sent when the function is called, even if not awaited. For hot paths; see
 * docs/performance.md.
 */
export function prepared<Values, Answer>(
  name: string,
  build: (db: Db, of: Slots<Values>) => Buildable<Answer>,
): (db: Asking, values: Values) => Promise<Answer> {
  const statementOf = askable(() => build(builder, slots as Slots<Values>).prepare(name))
  return (db, values) => statementOf(db).execute(values as Record<string, unknown>)
}

/**
 * Returns a function that runs a named prepared statement of plain SQL. Unlike `prepared`, it returns rows as the
 * driver delivers them, with timestamps as text.
 */
export function preparedSql<Values, Row>(
  name: string,
  build: (of: Slots<Values>) => SQL,
): (db: Asking, values: Values) => Promise<Row[]> {
  const statementOf = askable(() =>
    builder._.session.prepareQuery(
      builder.execute(build(slots as Slots<Values>)).getQuery(),
      undefined,
      name,
      false,
    ),
  )
  return async (db, values) => {
    const { rows } = (await statementOf(db).execute(values as Record<string, unknown>)) as {
      rows: Row[]
    }
    return rows
  }
}
