import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { resumePosition } from '#shared/watch-progress.ts'
import { transcriptOf, watchProgressOf } from '#app/api/queries.ts'
import type { PlayerConnection, PlayerPosition } from './player-connection.ts'
import { VideoPlayerDialog } from './video-player-dialog.tsx'
import { ChapterBar } from './chapter-bar.tsx'
import { TranscriptPanel } from './transcript-panel.tsx'
import { WatchSaver } from './watch-saver.ts'

type LibraryPlayerProps = {
  video: LibraryVideo
  /** Where it was asked to begin, in whole seconds. */
  from: number | undefined
  email: string | null
  progress: WatchProgress | undefined
  onClose: () => void
}

/** The player, going on where watching stopped and keeping how far it gets, with what is said beside it. */
export function LibraryPlayer({ video, from, email, progress, onClose }: LibraryPlayerProps) {
  const queryClient = useQueryClient()
  const [start] = useState(() => from ?? (progress && resumePosition(progress)))
  const [position, setPosition] = useState<Pick<PlayerPosition, 'time' | 'duration'>>()
  const player = useRef<PlayerConnection>(null)
  const hasWords = video.hasTranscript === true || video.chapters !== undefined
  const words = useQuery({ ...transcriptOf(video.id), enabled: hasWords })
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

  function followPlayer(next: PlayerPosition) {
    saver.note(next)
    // Before it plays, a player says that it is at the beginning, wherever it will begin.
    const isBegun = next.state !== 'unstarted' && next.state !== 'cued'
    if (hasWords) setPosition({ duration: next.duration, time: isBegun ? next.time : (start ?? 0) })
  }

  const play = (seconds: number) => player.current?.playFrom(seconds)
  const time = position?.time ?? start ?? 0
  const chapters = video.chapters ?? []
  return (
    <VideoPlayerDialog
      video={video}
      resumeAt={start}
      onPosition={followPlayer}
      onConnect={(connection) => (player.current = connection)}
      onClose={onClose}
      bar={
        <ChapterBar
          chapters={chapters}
          time={time}
          duration={position?.duration ?? 0}
          onPlay={play}
        />
      }
      beside={hasWords && <TranscriptPanel video={video} words={words} time={time} onPlay={play} />}
    />
  )
}

function isOther({ videoId }: WatchProgress) {
  return (progress: WatchProgress) => progress.videoId !== videoId
}
