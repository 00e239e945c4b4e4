import { DrizzleQueryError } from 'drizzle-orm'

/** A database failure that is no mistake in the query, such as an unreachable server. */
export type DatabaseTrouble = {
  /**
   * `away`: unreachable. `busy`: timed out. `full`: the disk is full. `nameless`: a pooler lost the name of a
   * prepared statement.
   */
  kind: 'away' | 'busy' | 'full' | 'nameless'
  /** Text for log lines: the error code, if any, and the error message of the driver or of PostgreSQL. */
  reason: string
}

type Kind = DatabaseTrouble['kind']

/** Patterns of SQLSTATEs and of system error codes for each kind of failure. */
const codes: [Kind, RegExp][] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['busy', /^(53[234]00|57014)$/],
  ['nameless', /^(26000|42P05)$/],
  ['away', /^(08...|57P0[1235]|25P03|25006|58030)$/],
]
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** For errors without a code, patterns of the messages of `pg`, its pool and LimitedClient. */
const words: [Kind, RegExp][] = [
  ['busy', /^timeout exceeded when trying to connect/],
  [
    'away',
    /^(Connection terminated|timeout expired|Query read timeout|The database connection timed out)/,
  ],
  ['away', /^Client (was closed|has encountered a connection error) and is not queryable/],
]

/**
 * Key of the property that marks an error as thrown by the database. It is enumerable, so that copies of the error
 * in the job queue keep it.
 */
const brand = Symbol.for('greenroom.from-the-database')

/** Marks an error as thrown by a database connection, since other errors may have the same codes. */
export function markAsDatabases(error: unknown) {
  if (error instanceof Error) Object.assign(error, { [brand]: true })
}

/**
 * If an error means that the database does not respond or cannot write, returns which kind of failure it is; otherwise
 * undefined.
 */
export function findDatabaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const isQuery = error instanceof DrizzleQueryError
  const thrown = ((isQuery ? error.cause : error) ?? {}) as Record<string | symbol, unknown>
  const code = typeof thrown.code === 'string' ? thrown.code : ''
  const text = typeof thrown.message === 'string' ? thrown.message : ''
  const reason = text.includes(code) ? text : `${code} ${text}`
  // Connections to mail servers fail with the same network error codes. Treat the error as one of the database only if
  // the driver marked it or Drizzle reports a failed query.
  const isConnection = network.test(code) && (isQuery || brand in thrown)
  const [kind] =
    codes.find(([, pattern]) => pattern.test(code)) ??
    words.find(([, pattern]) => pattern.test(text)) ??
    (isConnection ? ['away' as const] : [])
  return kind && { kind, reason }
}

/** Returns whether an error, or one of its causes, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Inside the embedded database, ENOSPC has the number 51.
  const isFull = /ENOSPC|No space left on device|disk is full|errno: 51\b/i.test(error.message)
  return isFull || isDiskFull(error.cause)
}
