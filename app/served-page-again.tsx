import { useLayoutEffect, useState } from 'react'
import type { Root } from 'react-dom/client'

let drawnBy: Root | undefined
let isUsed = false

/** Remembers React's root, and whether the visitor has pressed anything since. */
export function noteFirstUse(root: Root) {
  drawnBy = root
  const note = () => (isUsed = true)
  for (const sign of ['click', 'submit']) window.addEventListener(sign, note, { capture: true })
}

/** Whether the visitor has done nothing yet with a page that works without scripts. */
export function isServedPageShown(): boolean {
  const needsScripts = /^\/(?:admin|bulk-import|attendee-import)\b/.test(window.location.pathname)
  return !isUsed && !needsScripts
}

/**
 * In place of a page that cannot be drawn: the page as the server sent it, whose links and forms work without
 * scripts. React clears the document, and its handlers stay on the elements: a copy takes their place.
 */
export function ServedPageAgain() {
  // Taken before React changes the document.
  const [copy] = useState(copyPage)
  const [focusedId] = useState(() => document.activeElement?.id)

  useLayoutEffect(() => {
    const { scrollX, scrollY } = window
    // After React's own work, and before the browser paints.
    queueMicrotask(() => {
      drawnBy?.unmount()
      document.documentElement?.remove()
      document.append(copy)
      if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true })
      window.scrollTo(scrollX, scrollY)
    })
  }, [copy, focusedId])

  return null
}

/** A copy has what was typed and ticked, and not what was chosen in lists. */
function copyPage(): Element {
  const copy = document.documentElement.cloneNode(true) as Element
  const lists = copy.querySelectorAll('select')
  for (const [at, { selectedIndex }] of document.querySelectorAll('select').entries()) {
    lists[at]!.selectedIndex = selectedIndex
  }
  return copy
}
