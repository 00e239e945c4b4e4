const signs = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown', 'input'] as const

let isNoted = false

/** Notes from now on that somebody scrolls, presses or types; returns how to stop. */
export function noteBeginning(): () => void {
  const note = () => (isNoted = true)
  for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
  }
}

/** Whether somebody reads or uses the page already; what was done before the scripts came counts too. */
export function hasBegun(): boolean {
  const isElsewhere = document.activeElement !== document.body
  const isOpen = document.querySelector(':popover-open') !== null
  return isNoted || window.scrollY > 0 || isElsewhere || isOpen
}
