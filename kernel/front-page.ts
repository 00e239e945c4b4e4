/**
 * Paths of the landing page that open the register dialog by themselves. Specification, "Routes".
 */
export const openingPaths = ['/go1', '/next_event']

/** The landing page's own addresses beside `/`. */
export const landingPaths = [...openingPaths, '/next176']

/** The name of a known landing path, `go1` for `/go1/`; undefined for `/` and every other path. */
export function landingPathName(
  path: string,
  { partnerPaths }: { partnerPaths: { path: string }[] },
): string | undefined {
  const name = path.replace(/^\/|\/$/g, '').toLowerCase()
  const known = [...landingPaths, ...partnerPaths.map((partner) => partner.path)]
  return known.includes(`/${name}`) ? name : undefined
}

/** The most events that the landing page shows, under Upcoming Events as under Future Events. */
export const mostShown = 2
