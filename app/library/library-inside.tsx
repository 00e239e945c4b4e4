import type { UseQueryResult } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { dismissToast, showToast } from '#client/ui/toast-store.ts'
import type { LibraryVideo, WatchProgress } from '#features/library/contract.ts'
import { Collection } from '#features/library/public/collection.tsx'
import { useFinding } from '#features/library/public/finding-controls.tsx'
import { LibraryPlayer } from '#features/library/public/library-player.tsx'
import { LibraryFailure, LibrarySkeleton } from '#features/library/public/library-states.tsx'
import { trackAccess } from '#features/library/public/track-access.ts'
import {
  DescriptionDialog,
  ContinueWatching,
  findBegun,
} from '#features/library/public/video-cards.tsx'
import { readWatchAddress } from '#kernel/slug.ts'
import { AllDevices } from './all-devices.tsx'

type Open =
  | { dialog: 'player'; video: LibraryVideo; from: number | undefined }
  | { dialog: 'description'; video: LibraryVideo }

type LibraryInsideProps = {
  email: string | null
  isLoading: boolean
  videos: UseQueryResult<LibraryVideo[]>
  watched: { progress: WatchProgress[]; isVerified: boolean } | undefined
}

/** The content of the library for members: collection, player and descriptions. */
export function LibraryInside({ email, isLoading, videos, watched }: LibraryInsideProps) {
  const [open, setOpen] = useState<Open>()
  const progress = watched?.progress ?? []

  function watch(video: LibraryVideo, from?: number) {
    if (email !== null) {
      void trackAccess({
        email,
        accessType: 'video_watch',
        videoId: video.id,
        videoTitle: video.title,
      })
    }
    setOpen({ dialog: 'player', video, from })
  }

  const watchAddress = useWatchAddress(isLoading ? undefined : videos.data, watch)
  function watchNamed(video: LibraryVideo, from?: number) {
    // Close the toast, which on phones would cover the player's close button.
    dismissToast()
    watch(video, from)
    watchAddress.name(video)
  }
  function close() {
    setOpen(undefined)
    watchAddress.forget()
  }

  if (isLoading) return <LibrarySkeleton />
  return (
    <>
      {videos.data ? (
        <LibraryBody
          videos={videos.data}
          progress={progress}
          unverifiedEmail={watched?.isVerified ? null : email}
          onWatch={watchNamed}
          onSeeMore={(video) => setOpen({ dialog: 'description', video })}
        />
      ) : (
        <LibraryFailure error={videos.error} onRetry={() => void videos.refetch()} />
      )}
      {open?.dialog === 'description' && (
        <DescriptionDialog
          video={open.video}
          onWatch={() => watchNamed(open.video)}
          onClose={close}
        />
      )}
      {open?.dialog === 'player' && (
        <LibraryPlayer
          video={open.video}
          from={open.from}
          email={email}
          progress={progress.find(({ videoId }) => videoId === open.video.id)}
          onClose={close}
        />
      )}
    </>
  )
}

type LibraryBodyProps = {
  videos: LibraryVideo[]
  progress: WatchProgress[]
  /**
   * The session's email if its watch progress is stored separately because the email is unverified; null otherwise.
   */
  unverifiedEmail: string | null
  onWatch: (video: LibraryVideo, from?: number) => void
  onSeeMore: (video: LibraryVideo) => void
}

/** The section 'Continue watching', then the whole collection. */
function LibraryBody({ videos, progress, unverifiedEmail, ...props }: LibraryBodyProps) {
  const finding = useFinding()
  const begun = findBegun(videos, progress)
  const isBrowsing = finding.query.trim() === ''
  return (
    <>
      {begun.length > 0 && isBrowsing && (
        <ContinueWatching begun={begun} onWatch={(video) => props.onWatch(video)} />
      )}
      {unverifiedEmail !== null && progress.length > 0 && isBrowsing && (
        <AllDevices email={unverifiedEmail} />
      )}
      <Collection
        videos={videos}
        progressOf={(video) => progress.find(({ videoId }) => videoId === video.id)}
        finding={finding}
        {...props}
      />
    </>
  )
}

/**
 * Opens the interview that the URL names once the library is loaded, such as `?watch=7&t=724`. Returns functions that
 * write an opened interview to the URL, for sharing, and that remove it.
 */
function useWatchAddress(
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
        title: 'Recording not found',
        description: 'This recording is not in the library.',
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
