import { useLayoutEffect, useState } from 'react'
import type { Root } from 'react-dom/client'

let drawnBy: Root | undefined
let isHydrated = false
let isUsed = false

/** Stores React's root, and notes the visitor's first press after hydration. */
export function noteFirstUse(root: Root) {
  drawnBy = root
  const note = () => (isUsed = isHydrated)
  for (const sign of ['click', 'submit']) window.addEventListener(sign, note, { capture: true })
}

/** Called once the page has been hydrated: before that, presses are handled by the browser alone. */
export function noteHydration() {
  isHydrated = true
}

/** Returns whether the visitor has not yet used a page that works without scripts. */
export function isServedPageShown(): boolean {
  const needsScripts = /^\/(?:admin|bulk-import|attendee-import)\b/.test(window.location.pathname)
  return !isUsed && !needsScripts
}

/**
 * Restores the served page, whose links and forms work without scripts, after a rendering error. Uses a copy,
 * because React clears the document and its event handlers stay on the old elements.
 */
export function ServedPageAgain() {
  // Copied before React changes the document.
  const [copy] = useState(copyPage)
  const [focusedId] = useState(() => document.activeElement?.id)
  const [openMenuId] = useState(findOpenMenu)

  useLayoutEffect(() => {
    const { scrollX, scrollY } = window
    // After React's own work and before the next paint.
    queueMicrotask(() => {
      drawnBy?.unmount()
      document.documentElement?.remove()
      document.append(copy)
      if (openMenuId) {
        document.querySelector<HTMLElement>(`[popovertarget="${openMenuId}"]`)?.click()
      }
      if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true })
      window.scrollTo(scrollX, scrollY)
    })
  }, [copy, focusedId, openMenuId])

  return null
}

/** Returns the id of the open menu, which the copy of the page would show closed. */
function findOpenMenu(): string | undefined {
  // Browsers without popovers refuse the selector.
  return CSS.supports('selector(:popover-open)')
    ? document.querySelector(':popover-open')?.id
    : undefined
}

/** Copies the document with selected options, which cloning leaves out; it keeps typed text and checkboxes. */
function copyPage(): Element {
  const copy = document.documentElement.cloneNode(true) as Element
  const lists = copy.querySelectorAll('select')
  for (const [at, { selectedIndex }] of document.querySelectorAll('select').entries()) {
    lists[at]!.selectedIndex = selectedIndex
  }
  return copy
}
