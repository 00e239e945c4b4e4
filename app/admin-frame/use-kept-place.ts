import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { decodeHash } from '#client/ui/decode-hash.ts'

const storedAs = 'desk-places'
/** Milliseconds for which the scroll position is restored while content above it loads. */
const patienceMs = 10_000

/** Scroll position of each history entry of this tab; survives a reload. */
let places: Map<string, number> | undefined

function readPlaces(): Map<string, number> {
  try {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // If the user entered a URL, ignore the stored scroll positions: the browser may reuse the key of the last history
    // entry for the new page.
    if (load?.type === 'navigate') return new Map()
    return new Map(JSON.parse(sessionStorage.getItem(storedAs) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function storePlaces() {
  try {
    sessionStorage.setItem(storedAs, JSON.stringify([...(places ?? [])].slice(-50)))
  } catch {
    // Without sessionStorage, scroll positions are lost at a reload.
  }
}

/**
 * Restores the scroll position on back navigation and scrolls to the URL's hash, and repeats both while the page
 * grows: router and browser scroll only once, before lists have loaded. Stops at the first input of the user.
 */
export function useKeptPlace() {
  const { key, pathname, hash } = useLocation()
  const lastPath = useRef('')
  // A layout effect, so that recording of the old page's scroll position ends before the new page's height changes the
  // position.
  useLayoutEffect(() => {
    places ??= readPlaces()
    const known = places
    const place = `${key} ${pathname}${hash}`
    const wanted = known.get(place) ?? 0
    const part = decodeHash(hash)
    let isWaiting = wanted > 0 || part !== ''
    // A filter changed only the URL's query: keep the scroll position and store it for the new history entry.
    if (lastPath.current === pathname && !known.has(place)) known.set(place, window.scrollY)
    lastPath.current = pathname
    function goThere() {
      if (!isWaiting) return
      // Scroll again until loading ends, because content that loads above pushes the position or the element out of
      // view.
      if (wanted > 0) window.scrollTo({ top: wanted, behavior: 'instant' })
      else document.getElementById(part)?.scrollIntoView({ behavior: 'instant' })
    }
    function stopWaiting() {
      isWaiting = false
      growth.disconnect()
    }
    function note() {
      if (!isWaiting) known.set(place, window.scrollY)
    }
    const growth = new ResizeObserver(goThere)
    growth.observe(document.body)
    goThere()
    const timer = setTimeout(stopWaiting, patienceMs)
    const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown']
    for (const gesture of gestures) window.addEventListener(gesture, stopWaiting, { passive: true })
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('pagehide', storePlaces)
    return () => {
      clearTimeout(timer)
      stopWaiting()
      for (const gesture of gestures) window.removeEventListener(gesture, stopWaiting)
      window.removeEventListener('scroll', note)
      window.removeEventListener('pagehide', storePlaces)
    }
  }, [key, pathname, hash])
}
