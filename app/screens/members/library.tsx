import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { memberVideos, watchProgressOf } from '#app/api/queries.ts'
import { trackAccess } from '#app/api/track-access.ts'
import { dismissToast } from '#app/ui/toast-store.ts'
import { DescriptionDialog } from './description-dialog.tsx'
import { LibraryBody } from './library-body.tsx'
import { LibraryFailure } from './library-failure.tsx'
import { LibraryHeader } from './library-header.tsx'
import { LibraryPlayer } from './library-player.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { useEarly } from './use-early.ts'
import { useLogout } from './use-logout.ts'
import { useVisit } from './use-visit.ts'
import { useWatchAddress } from './use-watch-address.ts'

/** How long the library waits for the watch progress, in milliseconds. */
const patience = 1000

type Open =
  | { dialog: 'player'; video: LibraryVideo; from: number | undefined }
  | { dialog: 'description'; video: LibraryVideo }

type LibraryProps = {
  email: string | null
  isAdmin: boolean
  /** After the login card, whose button had the focus and is gone. */
  takesFocus: boolean
  /** From when a visit that begins counts. */
  takeStart: () => number
}

/**
 * What somebody with access sees: the collection, a player, a description. Specification,
 * "Library".
 */
export function Library({ email, isAdmin, takesFocus, takeStart }: LibraryProps) {
  const videos = useQuery(memberVideos)
  const watched = useQuery(watchProgressOf(email))
  const isEarly = useEarly(patience)
  const logout = useLogout(useVisit(email, takeStart))
  const [open, setOpen] = useState<Open>()
  const progress = watched.data?.progress ?? []

  function watch(video: LibraryVideo, from?: number) {
    if (email !== null) {
      void trackAccess({
        email,
        accessType: 'video_watch',
        videoId: video.id,
        videoTitle: video.title,
      })
    }
    // On a telephone it would lie over the way out.
    dismissToast()
    setOpen({ dialog: 'player', video, from })
  }

  const isLoading = videos.isPending || (watched.isLoading && isEarly)
  const watchAddress = useWatchAddress(isLoading ? undefined : videos.data, watch)
  function watchNamed(video: LibraryVideo, from?: number) {
    watch(video, from)
    watchAddress.name(video)
  }
  function close() {
    setOpen(undefined)
    watchAddress.forget()
  }

  return (
    <>
      <LibraryHeader
        takesFocus={takesFocus}
        account={isLoading ? undefined : { email, isAdmin, logout }}
      />
      <main id="main">
        {isLoading && <LibrarySkeleton />}
        {!isLoading && !videos.data && (
          <LibraryFailure error={videos.error} onRetry={() => void videos.refetch()} />
        )}
        {!isLoading && videos.data && (
          <LibraryBody
            videos={videos.data}
            progress={progress}
            unverifiedEmail={watched.data?.isVerified ? null : email}
            onWatch={watchNamed}
            onSeeMore={(video) => setOpen({ dialog: 'description', video })}
          />
        )}
      </main>
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
