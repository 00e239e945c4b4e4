/** Paths that show the landing page with the registration dialog open. */
export const openingPaths = ['/go1', '/next_event']

/** All paths of the landing page except `/` and the organiser's partner paths. */
export const landingPaths = [...openingPaths, '/next176']

/**
 * Returns the name of a path that shows the landing page, including paths of partner organisations (`/acme`): `go1` for
 * `/go1/`. Returns undefined for `/` and for all other pages.
 */
export function landingPathName(
  path: string,
  { partnerPaths }: { partnerPaths: { path: string }[] },
): string | undefined {
  const name = path.replace(/^\/|\/$/g, '').toLowerCase()
  const known = [...landingPaths, ...partnerPaths.map((partner) => partner.path)]
  return known.includes(`/${name}`) ? name : undefined
}

/** Maximum number of events that the landing page shows under Upcoming Events, and under Future Events. */
export const mostShown = 2
