import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { readWatchAddress } from '#shared/watch-address.ts'

/**
 * Opens the interview that the address names, once the library is there: `?watch=7&t=724`. Returns what
 * writes there whatever else is opened, to be shared among members, and takes it out again.
 */
export function useWatchAddress(
  videos: LibraryVideo[] | undefined,
  onWatch: (video: LibraryVideo, from: number | undefined) => void,
) {
  const [address, setAddress] = useSearchParams()
  const { key } = useLocation()
  const opened = useRef<string>(undefined)
  const isNamed = useRef(false)
  const asked = readWatchAddress(address)
  const isReady = asked !== undefined && videos !== undefined

  const open = useEffectEvent((visit: string) => {
    if (opened.current === visit) return
    opened.current = visit
    const isOpenAlready = isNamed.current
    isNamed.current = false
    if (isOpenAlready) return
    const video = videos?.find(({ id }) => id === asked?.eventId)
    if (video) onWatch(video, asked?.from)
    else {
      showToast({
        title: 'Interview not found',
        description: 'The interview of this link is not in the library.',
      })
    }
  })
  useEffect(() => {
    if (isReady) open(key)
  }, [isReady, key])

  function change(names: Record<'watch' | 't', string | undefined>) {
    const changed = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(names)) {
      if (value === undefined) changed.delete(name)
      else changed.set(name, value)
    }
    setAddress(changed, { replace: true, preventScrollReset: true })
  }

  return {
    name(video: LibraryVideo) {
      if (asked?.eventId === video.id) return
      isNamed.current = true
      change({ watch: String(video.id), t: undefined })
    },
    forget() {
      if (address.has('watch')) change({ watch: undefined, t: undefined })
    },
  }
}
