import { useEffect, useEffectEvent, useRef } from 'react'
import { matchRoutes, type RouteObject, useNavigation } from 'react-router'
import { Button } from './button.tsx'
import { type MissingScreen, screenMissing } from './load-route-module.ts'
import { showFailure } from './toast-store.ts'

/** The error message and retry button in place of a component whose code failed to load. */
export function ChunkError({ onAgain }: { onAgain: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>This part of the page was not loaded.</p>
      <Button variant="secondary" className="text-small!" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

const reloadedFrom = 'reloadedFromBuild'

/**
 * Import functions that failed once: after a second failure, the page is reloaded, because some browsers repeat a
 * failed import's error until then.
 */
const failedBefore = new WeakSet<() => Promise<unknown>>()

/** Returns the URL of the React Router manifest of the build from which this page was loaded. */
function buildAddress(): string | undefined {
  return (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest?.url
}

/** Returns the HTTP status for a build's manifest: 404 if the server has a newer build; undefined while offline. */
async function askForBuild(build: string): Promise<number | undefined> {
  if (!navigator.onLine) return undefined
  try {
    return (await fetch(build, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return undefined
  }
}

/**
 * Returns whether this tab calls the function for the first time with this build, so that a failing build reloads the
 * page only once. Without session storage, always returns false.
 */
function isFirstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFrom) === build) return false
    sessionStorage.setItem(reloadedFrom, build)
    return true
  } catch {
    return false
  }
}

/** Returns whether the page has no unsaved changes that a reload would lose. */
function isFreeToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/**
 * Imports code that a component needs now. If the server has a newer build, or the import fails twice although
 * the server responds, reloads the page once. Otherwise throws the import's error.
 */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  // Read this before the import: if components import the same code at the same time, their failures count as one.
  const isSecondTry = failedBefore.has(load)
  try {
    return await load()
  } catch (error) {
    failedBefore.add(load)
    const build = buildAddress()
    const status = build && (await askForBuild(build))
    const wouldHelp = status === 404 || (status === 200 && isSecondTry)
    if (!build || !wouldHelp || !isFreeToLeave() || !isFirstTime(build)) throw error
    window.location.reload()
    return new Promise(() => {})
  }
}

export function reportChunkError() {
  showFailure('Not Loaded', 'Please check your connection and try again.')
}

type Manifest = { routes: Record<string, RouteObject & { parentId?: string }> }

/** Returns the id of the route that matches a path, from React Router's manifest, which is embedded in the page. */
function findRoute(pathname: string): string | undefined {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest })
    .__reactRouterManifest
  const screens = Object.values(routes).filter((route) => route.parentId !== undefined)
  return matchRoutes(screens, pathname)?.at(-1)?.route.id
}

/**
 * Shows an error toast if a route's code fails to load, and imports the code again when the visitor opens that
 * route again.
 */
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
