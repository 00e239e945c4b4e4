import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { trackAccess } from '#app/api/track-access.ts'
import { dismissToast } from '#app/ui/toast-store.ts'
import { DescriptionDialog } from './description-dialog.tsx'
import { LibraryBody } from './library-body.tsx'
import { LibraryFailure } from './library-failure.tsx'
import { LibraryPlayer } from './library-player.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { useWatchAddress } from './use-watch-address.ts'

type Open =
  | { dialog: 'player'; video: LibraryVideo; from: number | undefined }
  | { dialog: 'description'; video: LibraryVideo }

type LibraryInsideProps = {
  email: string | null
  isLoading: boolean
  videos: UseQueryResult<LibraryVideo[]>
  watched: { progress: WatchProgress[]; isVerified: boolean } | undefined
}

/** The collection, a player, a description. Specification, "Library". */
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
    // On a telephone it would lie over the way out.
    dismissToast()
    setOpen({ dialog: 'player', video, from })
  }

  const watchAddress = useWatchAddress(isLoading ? undefined : videos.data, watch)
  function watchNamed(video: LibraryVideo, from?: number) {
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
