import type { Resolver } from 'react-hook-form'
import type { checks } from './checks.ts'

type Checks = typeof checks

/** The values of a form after validation. */
export type Checked<Name extends keyof Checks> =
  Checks[Name] extends Resolver<infer _Typed, infer _Context, infer Person> ? Person : never

/**
 * Loads the validation schemas on demand: they take 13 ms and 25 kB, and few visitors fill in a form.
 * Returns undefined if loading fails.
 */
async function fetchChecks(): Promise<Checks | undefined> {
  try {
    const code = await import('./checks.ts')
    return code.checks
  } catch {
    return undefined
  }
}

/**
 * Preloads the validation schemas, and counts the form as opened. Forms call this on the first focus of a field.
 */
export function wakeChecks() {
  void fetchChecks()
  import('#features/sources/public/seen.ts').then(
    (seen) => seen.noteForm(),
    () => {},
  )
}

/**
 * Returns the validation of a form by its API contract's schema. If the schema is not loaded yet, the
 * submission waits for it. If loading fails, the form is sent unvalidated, because the server reports the
 * same errors for the same fields.
 */
export function checkLater<Name extends keyof Checks>(name: Name): Checks[Name] {
  const check: Resolver<object> = async (values, context, options) => {
    const resolver = (await fetchChecks())?.[name] as Resolver<object> | undefined
    return resolver ? resolver(values, context, options) : { values, errors: {} }
  }
  return check as Checks[Name]
}
