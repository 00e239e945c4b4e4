import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns a value that depends on the visitor's clock or time zone; undefined during hydration, which must
 * equal the served page.
 */
export function useOnceAlive<Value extends string | number | boolean | null | undefined>(
  read: () => Value,
): Value | undefined {
  return useSyncExternalStore(never, read, () => undefined)
}
