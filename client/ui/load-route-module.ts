type Route = { id: string; module: string }

/** A screen's code failed to load; `detail` loads it again. */
export type MissingScreen = {
  id: string
  load: () => Promise<object>
  hand: (code: object) => void
}

/** Name of the window event that reports a screen whose code failed to load. */
export const screenMissing = 'screenlost'

/** Navigations that wait for a lost screen, by route. */
const waiting = new Map<string, Promise<object>>()

/**
 * Replaces React Router's function of this name (vite.config.ts), which would reload the page when a screen's
 * code fails to load. Here the page stays, and the navigation waits until the code is loaded. @public
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
