import { takingLonger } from './connection-limits.ts'
import type { Db, Transaction } from './open.ts'

/** A transaction whose statements may take minutes on a PostgreSQL server: for imports and undoing them. */
export function longTransaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return takingLonger(() => db.transaction(work))
}
