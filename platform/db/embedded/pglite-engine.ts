import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Disables V8's optimizing compiler for WebAssembly; call before PGlite starts. The compiler needs
 * 600 MB for PostgreSQL's grammar and keeps 50 MB; without it large scans take 1.6 times as long.
 */
export function compileLightly() {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}

/** The value that PGlite throws for PostgreSQL's own error recovery, the only exception it handles. */
const errorRecovery = 100

type Internals = { _PostgresMainLoopOnce(): void }

/**
 * Reports a crash of the engine (stack or memory exhausted) to `onFailure`. PGlite itself would
 * repeat the statement forever, and all callers would wait.
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
