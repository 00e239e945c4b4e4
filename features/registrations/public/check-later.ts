import type { Resolver } from 'react-hook-form'
import type { checks } from './checks.ts'

type Checks = typeof checks

/** A form's values once they are checked. */
export type Checked<Name extends keyof Checks> =
  Checks[Name] extends Resolver<infer _Typed, infer _Context, infer Person> ? Person : never

/** Loaded on demand: the schemas take 13 ms and 25 kB, and few visitors fill in a form. */
async function fetchChecks(): Promise<Checks | undefined> {
  try {
    const code = await import('./checks.ts')
    return code.checks
  } catch {
    return undefined
  }
}

/** Preloads the schemas; called on the first focus in a form. */
export function wakeChecks() {
  void fetchChecks()
}

/**
 * Validates a form with the contract's schema. If the schema is not loaded yet, the submit waits
 * for it. If loading fails, the form is sent unvalidated, because the server reports the same
 * errors for the same fields.
 */
export function checkLater<Name extends keyof Checks>(name: Name): Checks[Name] {
  const check: Resolver<object> = async (values, context, options) => {
    const resolver = (await fetchChecks())?.[name] as Resolver<object> | undefined
    return resolver ? resolver(values, context, options) : { values, errors: {} }
  }
  return check as Checks[Name]
}
