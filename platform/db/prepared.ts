import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgPreparedQuery } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Db, Transaction } from './open.ts'

/** Where a statement's values will stand, by their names. */
export type Slots<Values> = { [Name in keyof Values]-?: Placeholder<Name & string, Values[Name]> }

type Buildable<Answer> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Answer> }
}
type Asking = Db | Transaction
type Statement = NodePgPreparedQuery<never>

/** Builds and never asks. */
const builder: Db = drizzle.mock({ casing: 'snake_case' })

const slots = new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) })

/** What statements of a transaction, or of any connection, are asked of. */
export function clientOf(db: Asking): Pool | PoolClient {
  return (db._.session as unknown as { client: Pool | PoolClient }).client
}

/** Makes a statement once, when it is first asked, and hands it to the connection of a transaction, or to any. */
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
 * A statement of Drizzle's whose text is built once, and which a connection's PostgreSQL reads and plans
 * once: half of what a short statement costs on both sides. `name` tells it from all others. It starts
 * when it is called, waited for or not. For what comes by the hundred a second; see docs/performance.md.
 */
export function prepared<Values, Answer>(
  name: string,
  build: (db: Db, of: Slots<Values>) => Buildable<Answer>,
): (db: Asking, values: Values) => Promise<Answer> {
  const statementOf = askable(() => build(builder, slots as Slots<Values>).prepare(name))
  return (db, values) => statementOf(db).execute(values as Record<string, unknown>)
}

/** The same for SQL; answers the rows as `execute` does, with moments as text. */
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
