import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns a value that depends on the visitor's clock or time zone; undefined during hydration, whose HTML must
 * equal the server's.
 */
export function useOnceAlive<Value extends string | number | boolean | null | undefined>(
  read: () => Value,
): Value | undefined {
  return useSyncExternalStore(never, read, () => undefined)
}
