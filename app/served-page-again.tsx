import { useLayoutEffect, useState } from 'react'
import type { Root } from 'react-dom/client'

let drawnBy: Root | undefined
let isHydrated = false
let isUsed = false

/** Stores React's root, and records whether the visitor has used the page since hydration. */
export function noteFirstUse(root: Root) {
  drawnBy = root
  const note = () => (isUsed = isHydrated)
  for (const sign of ['click', 'submit']) window.addEventListener(sign, note, { capture: true })
}

/** Called after the page has been hydrated; until then, the browser alone handles clicks. */
export function noteHydration() {
  isHydrated = true
}

/** Returns whether the page works without scripts and the visitor has not used it since hydration. */
export function isServedPageShown(): boolean {
  const needsScripts = /^\/(?:admin|bulk-import|attendee-import)\b/.test(window.location.pathname)
  return !isUsed && !needsScripts
}

/**
 * After a rendering error, restores the document that the server sent, whose links and forms work without scripts.
 * Uses a copy, because React clears the document and its event handlers stay on the old elements.
 */
export function ServedPageAgain() {
  // Copy the document during the first render, before React clears it.
  const [copy] = useState(copyPage)
  const [focusedId] = useState(() => document.activeElement?.id)
  const [openMenuId] = useState(findOpenMenu)

  useLayoutEffect(() => {
    const { scrollX, scrollY } = window
    // A microtask runs after React's own work and before the next paint.
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

/** Returns the id of the open menu, if any, to open it again: in a copy of the document, all menus are closed. */
function findOpenMenu(): string | undefined {
  // Browsers without popovers throw an error for the selector `:popover-open`.
  return CSS.supports('selector(:popover-open)')
    ? document.querySelector(':popover-open')?.id
    : undefined
}

/**
 * Copies the document, including selected options, which `cloneNode` leaves out; it copies typed text and checkboxes.
 */
function copyPage(): Element {
  const copy = document.documentElement.cloneNode(true) as Element
  const lists = copy.querySelectorAll('select')
  for (const [at, { selectedIndex }] of document.querySelectorAll('select').entries()) {
    lists[at]!.selectedIndex = selectedIndex
  }
  return copy
}
