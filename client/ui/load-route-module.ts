type Route = { id: string; module: string }

/**
 * A route whose code failed to load, while the navigation to it waits. `load` imports the code again; `hand` completes
 * the navigation with the imported code.
 */
export type MissingScreen = {
  id: string
  load: () => Promise<object>
  hand: (code: object) => void
}

/** Name of the event on `window` that reports a route whose code failed to load. Its `detail` describes the route. */
export const screenMissing = 'screenlost'

/**
 * For each route whose code failed to load, by route id: a promise that resolves once the code was loaded. Navigations
 * to the route wait for it.
 */
const waiting = new Map<string, Promise<object>>()

/**
 * Replaces the `loadRouteModule` of React Router (see vite.config.ts), which reloads the page if a route's code
 * fails to load. This function keeps the page, and the navigation waits until a later import succeeds. @public
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
