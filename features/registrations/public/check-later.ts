import type { Resolver } from 'react-hook-form'
import type { checks } from './checks.ts'

type Checks = typeof checks

/** What is left of a form once it is checked. */
export type Checked<Name extends keyof Checks> =
  Checks[Name] extends Resolver<infer _Typed, infer _Context, infer Person> ? Person : never

/** The schemas take 13 ms and 25 kB of a page whose form perhaps nobody fills in. */
async function fetchChecks(): Promise<Checks | undefined> {
  try {
    const code = await import('./checks.ts')
    return code.checks
  } catch {
    return undefined
  }
}

/** For the first focus of a form. */
export function wakeChecks() {
  void fetchChecks()
}

/**
 * Checks a form by the contract's schema. A submit before it has arrived waits for it; where it is lost the
 * call is made unchecked, since the server finds the same and says it at the same fields.
 */
export function checkLater<Name extends keyof Checks>(name: Name): Checks[Name] {
  const check: Resolver<object> = async (values, context, options) => {
    const resolver = (await fetchChecks())?.[name] as Resolver<object> | undefined
    return resolver ? resolver(values, context, options) : { values, errors: {} }
  }
  return check as Checks[Name]
}
