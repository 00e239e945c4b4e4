import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { decodeHash } from '#app/components/decode-hash.ts'

/** How long scrolling waits, in milliseconds. Specification, "Landing page". */
const hashScrollDelay = 100

/**
 * Scrolls smoothly to the element of the address's hash once completed events have loaded. Specification, "Landing page".
 */
export function useHashScroll(isReady: boolean) {
  const { hash, key } = useLocation()
  useEffect(() => {
    const id = decodeHash(hash)
    if (!id || !isReady) return undefined
    const isFollowed = key !== 'default'
    const timer = setTimeout(() => scrollToElement(id, isFollowed), hashScrollDelay)
    return () => clearTimeout(timer)
  }, [hash, key, isReady])
}

/** A link that was followed takes the keyboard along; on loading, the browser does that itself. */
function scrollToElement(id: string, takesFocus: boolean) {
  const element = document.getElementById(id)
  if (!element) return
  element.closest('details')?.setAttribute('open', '')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  if (!takesFocus) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
