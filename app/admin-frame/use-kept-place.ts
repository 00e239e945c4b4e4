import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { decodeHash } from '#client/ui/decode-hash.ts'

const storedAs = 'desk-places'
/** So long a place is held while what stands above it loads. */
const patienceMs = 10_000

/** How far each entry of the history was scrolled, in this tab; outlives a load of the page. */
let places: Map<string, number> | undefined

function readPlaces(): Map<string, number> {
  try {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // An address that was typed is a new visit, though the browser calls its entry like the last one.
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
    // Without storage a place is remembered until the page is loaded anew.
  }
}

/**
 * Going back leads to where one was, and a hash to its part, also where the page is still too short for it:
 * the router and the browser scroll once, and lists that have to be read first come later. The first gesture
 * ends it.
 */
export function useKeptPlace() {
  const { key, pathname, hash } = useLocation()
  const lastPath = useRef('')
  // As soon as the room is another: its height moves the page, and that is no place of the old one.
  useLayoutEffect(() => {
    places ??= readPlaces()
    const known = places
    const place = `${key} ${pathname}${hash}`
    const wanted = known.get(place) ?? 0
    const part = decodeHash(hash)
    let isWaiting = wanted > 0 || part !== ''
    // A filter was written into the address: nothing moves, and this is the place of the new entry.
    if (lastPath.current === pathname && !known.has(place)) known.set(place, window.scrollY)
    lastPath.current = pathname
    function goThere() {
      if (!isWaiting) return
      // Both are held until the end: what still arrives above would push them out of sight.
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
