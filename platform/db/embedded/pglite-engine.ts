import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Keeps V8's optimizing compiler off WebAssembly, to be called before PGlite starts. It takes 600 MB
 * for PostgreSQL's grammar alone, and 50 MB stay; large scans are 1.6 times as slow without it.
 */
export function compileLightly() {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}

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
