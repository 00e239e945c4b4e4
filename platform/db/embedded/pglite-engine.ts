import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Disables V8's optimizing compiler for WebAssembly; call before PGlite starts. Compiling PostgreSQL's parser takes
 * 600 MB of memory, of which 50 MB remain in use; without the compiler, large scans take 1.6 times as long.
 */
export function compileLightly() {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}

/** Exit status of the exception by which PostgreSQL recovers from an SQL error; PGlite handles no other exception. */
const errorRecovery = 100

type Internals = { _PostgresMainLoopOnce(): void }

/**
 * Calls `onFailure` when the WebAssembly engine crashes (stack or memory exhausted). PGlite itself would repeat the
 * statement forever, and all callers would wait.
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
