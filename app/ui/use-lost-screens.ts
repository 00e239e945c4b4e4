import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { sayThatCodeIsLost } from './code-part.ts'
import { loadCode } from './load-code.ts'
import { type LostScreen, screenLost } from './load-route-module.ts'

/** Says so when a screen's code did not come, and fetches it again when it is wanted again. */
export function useLostScreens() {
  const lost = useRef(new Set<LostScreen>())
  const { location } = useNavigation()

  useEffect(() => {
    const screens = lost.current
    function hear(event: Event) {
      const screen = (event as CustomEvent<LostScreen>).detail
      screens.add(screen)
      void fetchAgain(screen, screens)
    }
    window.addEventListener(screenLost, hear)
    return () => window.removeEventListener(screenLost, hear)
  }, [])

  const wanted = location?.key
  useEffect(() => {
    if (wanted === undefined) return
    for (const screen of lost.current) void fetchAgain(screen, lost.current)
  }, [wanted])
}

async function fetchAgain(screen: LostScreen, lost: Set<LostScreen>) {
  try {
    screen.hand(await loadCode(screen.load))
    lost.delete(screen)
  } catch {
    sayThatCodeIsLost()
  }
}
