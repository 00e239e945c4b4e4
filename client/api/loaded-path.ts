import { parseUrl } from '#kernel/parse-url.ts'

/**
 * The path at which this document was loaded, wherever the visitor went inside the site since;
 * undefined where the browser does not tell.
 */
export function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation')
  return load && parseUrl(load.name)?.pathname
}
