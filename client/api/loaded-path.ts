import { parseUrl } from '#kernel/parse-url.ts'

/**
 * Returns the path at which the browser loaded the document, before any client-side navigation; undefined if
 * the browser does not report it.
 */
export function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation')
  return load && parseUrl(load.name)?.pathname
}
