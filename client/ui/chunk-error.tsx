import { useEffect, useEffectEvent, useRef } from 'react'
import { matchRoutes, type RouteObject, useNavigation } from 'react-router'
import { Button } from './button.tsx'
import { type MissingScreen, screenMissing } from './load-route-module.ts'
import { showFailure } from './toast-store.ts'

/** Stands in for a part of the page whose code did not come. */
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

/** What was lost once on this page. Some browsers take a file that failed as failed for the page's life. */
const failedBefore = new WeakSet<() => Promise<unknown>>()

/** Where the list of this build's files is, as React Router leaves it in the page. */
function buildAddress(): string | undefined {
  return (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest?.url
}

/** What the server says of the list of files: 404 where the build that this page came from was replaced. */
async function askForBuild(build: string): Promise<number | undefined> {
  if (!navigator.onLine) return undefined
  try {
    return (await fetch(build, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return undefined
  }
}

/** Once for each build, so that a page that comes back the same is not loaded again and again. */
function isFirstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFrom) === build) return false
    sessionStorage.setItem(reloadedFrom, build)
    return true
  } catch {
    return false
  }
}

/** What the browser would ask before it leaves the page: whether something unsaved would be lost. */
function isFreeToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/**
 * Fetches code that somebody wants to see now. Where it is gone because a new build has come, or is lost a
 * second time although the server answers, the page is loaded anew, once; otherwise this throws, and the
 * page stays.
 */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  // Asked first: places that show the same part lose it together, which is one loss.
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
