import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { memberVideos } from '#app/api/queries.ts'
import { trackAccess } from '#app/api/track-access.ts'
import { VideoPlayerDialog } from '#app/components/video-player-dialog.tsx'
import { Collection } from './collection.tsx'
import { DescriptionDialog } from './description-dialog.tsx'
import { LibraryFailure } from './library-failure.tsx'
import { LibraryHeader } from './library-header.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { useLogout } from './use-logout.ts'
import { useVisit } from './use-visit.ts'

type Open = { dialog: 'player' | 'description'; video: LibraryVideo }

/** What somebody with access sees: the collection, a player, a description. Specification 2. */
export function Library({ email, isAdmin }: { email: string | null; isAdmin: boolean }) {
  const videos = useQuery(memberVideos)
  const logout = useLogout(useVisit(email))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  function watch(video: LibraryVideo) {
    if (email !== null) {
      void trackAccess({
        email,
        accessType: 'video_watch',
        videoId: video.id,
        videoTitle: video.title,
      })
    }
    setOpen({ dialog: 'player', video })
  }

  if (videos.isPending) return <LibrarySkeleton />
  return (
    <>
      <LibraryHeader email={email} isAdmin={isAdmin} logout={logout} />
      <main id="main">
        {videos.isError ? (
          <LibraryFailure error={videos.error} onRetry={() => void videos.refetch()} />
        ) : (
          <Collection
            videos={videos.data}
            onWatch={watch}
            onSeeMore={(video) => setOpen({ dialog: 'description', video })}
          />
        )}
      </main>
      {open?.dialog === 'description' && (
        <DescriptionDialog video={open.video} onWatch={() => watch(open.video)} onClose={close} />
      )}
      {open?.dialog === 'player' && <VideoPlayerDialog video={open.video} onClose={close} />}
    </>
  )
}
