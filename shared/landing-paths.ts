import type { Site } from './site.ts'

/** The landing page's own addresses beside `/`. Specification 2, "Route table". */
const ownNames = ['go1', 'next_event', 'next176']

/** The name of a known landing path, `go1` for `/go1/`; undefined for `/` and every other path. */
export function landingPathName(
  path: string,
  { partnerPaths }: Pick<Site, 'partnerPaths'>,
): string | undefined {
  const name = path.replace(/^\/|\/$/g, '').toLowerCase()
  const known = [...ownNames, ...partnerPaths.map((partner) => partner.path.slice(1))]
  return known.includes(name) ? name : undefined
}
