/** Paths at which the landing page opens the registration dialog. */
export const openingPaths = ['/go1', '/next_event']

/** All paths of the landing page except `/`. */
export const landingPaths = [...openingPaths, '/next176']

/** Returns the name of a landing path, `go1` for `/go1/`; undefined for `/` and all other paths. */
export function landingPathName(
  path: string,
  { partnerPaths }: { partnerPaths: { path: string }[] },
): string | undefined {
  const name = path.replace(/^\/|\/$/g, '').toLowerCase()
  const known = [...landingPaths, ...partnerPaths.map((partner) => partner.path)]
  return known.includes(`/${name}`) ? name : undefined
}

/** Maximum number of events under Upcoming Events, and under Future Events. */
export const mostShown = 2
