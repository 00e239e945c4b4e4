import { AsyncLocalStorage } from 'node:async_hooks'

/** How long a PostgreSQL server may take, in milliseconds. The embedded database has no such limits. */
type Limits = {
  /** A statement that runs longer is ended by the server; its connection goes on. */
  statement: number
  /** A connection that says nothing for longer while it owes an answer is ended by us. */
  silence: number
  /** A transaction left unused for longer is ended by the server: others may wait for its rows. */
  idleInTransaction: number
}

const second = 1000
const minute = 60 * second

const usual: Limits = {
  statement: 10 * second,
  silence: 12 * second,
  idleInTransaction: 10 * second,
}

/** Imports, undoing them, migrations and copies. */
const long: Limits = {
  statement: 15 * minute,
  silence: 15 * minute + 2 * second,
  idleInTransaction: minute,
}

/** Until a new connection must stand. */
export const connectMs = 5 * second
/** Until one of the pool's connections must be free. */
export const freeConnectionMs = 10 * second
/** On the server's side: ours are given up long before, unless their line was lost. */
export const idleSessionMs = minute
/** The system asks after a quiet peer from then on, and gives it up ten seconds later. */
export const keepAliveMs = 10 * second

const chosen = new AsyncLocalStorage<Limits>()

/** Runs work whose statements may take minutes: an import, undoing one, a copy. */
export function takingLonger<Result>(work: () => Result): Result {
  return chosen.run(long, work)
}

/** The limits of whoever asks the database now. */
export function limitsNow(): Limits {
  return chosen.getStore() ?? usual
}
