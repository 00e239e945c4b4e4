import { useSyncExternalStore } from 'react'

const query = '(max-width: 40rem)'

function subscribe(listener: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/**
 * Returns whether the window is as narrow as a phone, where lists replace tables, and rerenders when this changes. Not
 * for server-side rendering, where no screen is known.
 */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
