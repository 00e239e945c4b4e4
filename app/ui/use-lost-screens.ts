import { useEffect, useEffectEvent, useRef } from 'react'
import { matchRoutes, type RouteObject, useNavigation } from 'react-router'
import { reportChunkError } from './code-part.ts'
import { loadChunk } from './load-code.ts'
import { type MissingScreen, screenMissing } from './load-route-module.ts'

type Manifest = { routes: Record<string, RouteObject & { parentId?: string }> }

/** The route that a path leads to, by the list of routes that React Router leaves in the page. */
function findRoute(pathname: string): string | undefined {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest })
    .__reactRouterManifest
  const screens = Object.values(routes).filter((route) => route.parentId !== undefined)
  return matchRoutes(screens, pathname)?.at(-1)?.route.id
}

/** Says so when a screen's code did not come, and fetches it again when that screen is wanted again. */
export function useMissingScreens() {
  const missing = useRef(new Map<string, MissingScreen>())
  const { location } = useNavigation()

  const fetchWanted = useEffectEvent(async () => {
    const screen = location && missing.current.get(findRoute(location.pathname) ?? '')
    if (!screen) return
    try {
      screen.hand(await loadChunk(screen.load))
      missing.current.delete(screen.id)
    } catch {
      reportChunkError()
    }
  })

  useEffect(() => {
    function onLost(event: Event) {
      const screen = (event as CustomEvent<MissingScreen>).detail
      missing.current.set(screen.id, screen)
      void fetchWanted()
    }
    window.addEventListener(screenMissing, onLost)
    return () => window.removeEventListener(screenMissing, onLost)
  }, [])

  const wanted = location?.key
  useEffect(() => {
    if (wanted !== undefined) void fetchWanted()
  }, [wanted])
}
