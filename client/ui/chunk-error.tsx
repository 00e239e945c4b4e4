import { useEffect, useEffectEvent, useRef } from 'react'
import { matchRoutes, type RouteObject, useNavigation } from 'react-router'
import { Button } from './button.tsx'
import { type MissingScreen, screenMissing } from './load-route-module.ts'
import { showFailure } from './toast-store.ts'

/** Replaces a part of the page whose code failed to load. */
export function ChunkError({ onAgain }: { onAgain: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>This part of the page did not arrive. Please check your connection.</p>
      <Button variant="secondary" className="text-small!" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

const reloadedFrom = 'reloadedFromBuild'

/** Parts that failed once. Some browsers cache a failed import for the life of the page. */
const failedBefore = new WeakSet<() => Promise<unknown>>()

/** Returns the URL of this build's manifest, which React Router stores in the page. */
function buildAddress(): string | undefined {
  return (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest?.url
}

/** Returns the server's status for this build's manifest: 404 if a new build replaced it. */
async function askForBuild(build: string): Promise<number | undefined> {
  if (!navigator.onLine) return undefined
  try {
    return (await fetch(build, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return undefined
  }
}

/** Returns true once per build, so that an unchanged page is not reloaded repeatedly. */
function isFirstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFrom) === build) return false
    sessionStorage.setItem(reloadedFrom, build)
    return true
  } catch {
    return false
  }
}

/** Returns whether the page can be left without losing unsaved changes. */
function isFreeToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/**
 * Loads code that is needed now. If a new build has replaced it, or it fails twice although the server
 * responds, reloads the page once. Otherwise throws, and the page stays.
 */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  // Read first: components that show the same part fail together, which counts as one failure.
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
  showFailure(
    'This Could Not Be Opened',
    'Part of the page did not arrive. Please check your connection and press again.',
  )
}

type Manifest = { routes: Record<string, RouteObject & { parentId?: string }> }

/** Returns the route id of a path, from the manifest in the page. */
function findRoute(pathname: string): string | undefined {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest })
    .__reactRouterManifest
  const screens = Object.values(routes).filter((route) => route.parentId !== undefined)
  return matchRoutes(screens, pathname)?.at(-1)?.route.id
}

/** Shows an error when a screen's code fails to load, and retries when that screen is opened again. */
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
