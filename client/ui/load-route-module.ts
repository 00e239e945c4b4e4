type Route = { id: string; module: string }

/** A screen's code did not come: `detail` fetches it again and hands it over. */
export type MissingScreen = {
  id: string
  load: () => Promise<object>
  hand: (code: object) => void
}

/** What `window` hears when that happens. */
export const screenMissing = 'screenlost'

/** By route: whoever asks again for a screen that is lost waits with the first. */
const waiting = new Map<string, Promise<object>>()

/**
 * Stands in for React Router's function of this name (vite.config.ts): that one reloads the page whenever
 * a screen's code does not come. Here the navigation waits, and the page stays, until the code was handed
 * over.
 * @public
 */
export async function loadRouteModule(
  route: Route,
  loaded: Record<string, object>,
): Promise<object> {
  const before = loaded[route.id]
  if (before) return before
  const load = (): Promise<object> => import(/* @vite-ignore */ route.module)
  const code = await load().catch(() => {
    const awaited = waiting.get(route.id) ?? reportMissing({ id: route.id, load })
    waiting.set(route.id, awaited)
    return awaited
  })
  loaded[route.id] = code
  return code
}

function reportMissing(screen: Omit<MissingScreen, 'hand'>): Promise<object> {
  return new Promise((hand) => {
    const detail = { ...screen, hand }
    window.dispatchEvent(new CustomEvent<MissingScreen>(screenMissing, { detail }))
  })
}
