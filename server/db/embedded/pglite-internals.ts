import type { PGlite } from '@electric-sql/pglite'

/** How PGlite marks PostgreSQL's own error recovery, the one exception that it handles. */
const errorRecovery = 100

type Internals = { _PostgresMainLoopOnce(): void }

/**
 * PGlite repeats a statement for ever when the engine itself breaks (its stack or memory is used
 * up): every caller would wait without an answer. This hands such a failure over instead.
 */
export function watchEngine(database: PGlite, onFailure: (error: unknown) => never) {
  const engine = database.Module as unknown as Internals
  const runOnce = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: number }).status !== errorRecovery) onFailure(error)
      throw error
    }
  }
}
