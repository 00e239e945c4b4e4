import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { resumePosition } from '#shared/watch-progress.ts'
import { watchProgressOf } from '#app/api/queries.ts'
import { VideoPlayerDialog } from '#app/components/video-player-dialog.tsx'
import { WatchSaver } from './watch-saver.ts'

type LibraryPlayerProps = {
  video: LibraryVideo
  email: string | null
  progress: WatchProgress | undefined
  onClose: () => void
}

/** The player, going on where watching stopped and keeping how far it gets. */
export function LibraryPlayer({ video, email, progress, onClose }: LibraryPlayerProps) {
  const queryClient = useQueryClient()
  const [resumeAt] = useState(() => progress && resumePosition(progress))
  const [saver] = useState(
    () =>
      new WatchSaver(video.id, (saved) => {
        queryClient.setQueryData(
          watchProgressOf(email).queryKey,
          (known) =>
            known && { ...known, progress: [saved, ...known.progress.filter(isOther(saved))] },
        )
      }),
  )
  const isKept = email !== null
  useEffect(() => (isKept ? saver.start() : undefined), [isKept, saver])

  return (
    <VideoPlayerDialog
      video={video}
      resumeAt={resumeAt}
      onMoment={(moment) => saver.note(moment)}
      onClose={onClose}
    />
  )
}

function isOther({ videoId }: WatchProgress) {
  return (progress: WatchProgress) => progress.videoId !== videoId
}
