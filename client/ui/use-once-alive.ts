import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Reads what depends on the visitor's clock or zone, a text or a number; undefined while the server's page is
 * taken over, so that the first drawing equals the served page.
 */
export function useOnceAlive<Value extends string | number | boolean | null | undefined>(
  read: () => Value,
): Value | undefined {
  return useSyncExternalStore(never, read, () => undefined)
}
