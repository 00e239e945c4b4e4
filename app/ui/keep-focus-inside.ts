const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), iframe, summary, [tabindex="0"]'

/**
 * Leads Tab from the last control of the listening element to its first, and back. A modal dialog
 * would let it go on to the browser's own controls, and some browsers lose the focus on the way.
 */
export function keepFocusInside(event: KeyboardEvent) {
  const inside = event.currentTarget
  if (event.key !== 'Tab' || !(inside instanceof HTMLElement)) return
  const controls = [...inside.querySelectorAll<HTMLElement>(tabbable)].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility(),
  )
  const [from, to] = event.shiftKey
    ? [controls.at(0), controls.at(-1)]
    : [controls.at(-1), controls.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
