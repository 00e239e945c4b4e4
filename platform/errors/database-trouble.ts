import { DrizzleQueryError } from 'drizzle-orm'

/** Why the database could not be used, though nothing is wrong with what it was asked. */
export type DatabaseTrouble = {
  /**
   * Out of reach, too busy to answer in time, unable to write since the disk is full, or behind a pooler
   * that lost the name of a statement.
   */
  kind: 'away' | 'busy' | 'full' | 'nameless'
  /** For the log: a code where there is one, and the driver's or the server's words. */
  reason: string
}

type Kind = DatabaseTrouble['kind']

/** By code: SQLSTATE (the connection, a server's start or end, a standby, a limit), or the system's. */
const codes: [Kind, RegExp][] = [
  ['full', /^(53100|ENOSPC|EDQUOT)$/],
  ['busy', /^(53[234]00|57014)$/],
  ['nameless', /^(26000|42P05)$/],
  ['away', /^(08...|57P0[1235]|25P03|25006|58030)$/],
]
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** What pg, its pool and our connections say without a code. */
const words: [Kind, RegExp][] = [
  ['busy', /^timeout exceeded when trying to connect/],
  [
    'away',
    /^(Connection terminated|timeout expired|Query read timeout|The connection fell silent)/,
  ],
  ['away', /^Client (was closed|has encountered a connection error) and is not queryable/],
]

/** Enumerable, so that copies of an error, which the queue makes, have it too. */
const brand = Symbol.for('greenroom.from-the-database')

/** Notes of an error that a connection to the database threw it: others may carry the same codes. */
export function markAsDatabases(error: unknown) {
  if (error instanceof Error) Object.assign(error, { [brand]: true })
}

/** Recognises an error that means the database does not answer, or cannot write. */
export function findDatabaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const isQuery = error instanceof DrizzleQueryError
  const thrown = ((isQuery ? error.cause : error) ?? {}) as Record<string | symbol, unknown>
  const code = typeof thrown.code === 'string' ? thrown.code : ''
  const said = typeof thrown.message === 'string' ? thrown.message : ''
  const reason = said.includes(code) ? said : `${code} ${said}`
  // Mail servers and other providers refuse connections as well.
  const isConnection = network.test(code) && (isQuery || brand in thrown)
  const [kind] =
    codes.find(([, pattern]) => pattern.test(code)) ??
    words.find(([, pattern]) => pattern.test(said)) ??
    (isConnection ? ['away' as const] : [])
  return kind && { kind, reason }
}

/** Whether an error, or what caused it, came from a disk without room, whoever's words it has. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // 51 is the number of ENOSPC inside the embedded database.
  const isFull = /ENOSPC|No space left on device|disk is full|errno: 51\b/i.test(error.message)
  return isFull || isDiskFull(error.cause)
}
