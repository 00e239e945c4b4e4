import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useModal } from '#client/ui/dialog.tsx'
import { ToastRegion } from '#client/ui/toast-region.tsx'
import type { LibraryVideo, WatchProgress } from '#features/library/contract.ts'
import { resumePosition } from '#features/library/rules.ts'
import { ChapterBar } from '#features/transcripts/public/chapters.tsx'
import { findVideoId } from '#kernel/video-link.ts'
import { EmbeddedPlayer, VideoUnavailable } from './embedded-player.tsx'
import { transcriptOf, watchProgressOf } from './library-queries.ts'
import type { PlayerConnection, PlayerPosition } from './player-connection.ts'
import { TranscriptPanel } from './transcript-panel.tsx'
import { WatchSaver } from './watch-saver.ts'

type LibraryPlayerProps = {
  video: LibraryVideo
  from: number | undefined
  email: string | null
  progress: WatchProgress | undefined
  onClose: () => void
}

/**
 * Renders the player, with the recording's transcript beside it. Playback resumes where the member stopped
 * watching, and the progress is saved.
 */
export function LibraryPlayer({ video, from, email, progress, onClose }: LibraryPlayerProps) {
  const queryClient = useQueryClient()
  const [start] = useState(() => from ?? (progress && resumePosition(progress)))
  const [position, setPosition] = useState<Pick<PlayerPosition, 'time' | 'duration'>>()
  const player = useRef<PlayerConnection>(null)
  const hasWords = video.hasTranscript === true || video.chapters !== undefined
  const hasMaterials = Boolean(video.materials?.length) || video.hasShowNotes === true
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
    // Ignore the reported position before playback begins, because it is 0 whatever the start position.
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
      beside={
        (hasWords || hasMaterials) && (
          <TranscriptPanel
            video={video}
            words={hasWords ? words : undefined}
            time={time}
            onPlay={play}
          />
        )
      }
    />
  )
}

function isOther({ videoId }: WatchProgress) {
  return (progress: WatchProgress) => progress.videoId !== videoId
}

type VideoPlayerDialogProps = {
  video: { title: string; speakerName: string; videoUrl: string }
  /** Position in whole seconds at which playback resumes. If set, the dialog offers to start over. */
  resumeAt?: number | undefined
  onPosition?: (position: PlayerPosition) => void
  /** Called with the functions that control the player, when the page has connected to it. */
  onConnect?: (connection: PlayerConnection) => void
  /** Controls to render directly below the video. */
  bar?: ReactNode
  /** Content to render beside the video; below it on phones. */
  beside?: ReactNode
  onClose: () => void
}

/**
 * CSS classes of the dialog without a transcript. On phones in portrait orientation, the controls are below
 * the video, elsewhere in a bar above it.
 */
const layout = [
  "grid h-dvh gap-x-3 pt-2 [grid-template:'title_close'_auto_'video_video'_minmax(0,1fr)_'again_again'_minmax(5rem,1fr)_/_1fr_auto]",
  "sm:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] sm:pt-3 sm:pb-6",
  "short:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] short:py-0",
].join(' ')

/**
 * CSS classes of the dialog with a transcript, which is beside the video on wide screens and otherwise
 * below it.
 */
const layoutBeside = [
  "grid h-dvh gap-x-3 pt-2 [grid-template:'title_again_close'_auto_'video_video_video'_auto_'beside_beside_beside'_minmax(0,1fr)_/_minmax(0,1fr)_auto_auto]",
  "lg:gap-x-5 lg:pt-3 lg:[grid-template:'title_again_close'_auto_'video_beside_beside'_minmax(0,1fr)_/_minmax(0,1fr)_minmax(17rem,22rem)_3.75rem]",
  "short:[grid-template:'title_again_close'_auto_'video_beside_beside'_minmax(0,1fr)_/_minmax(0,3fr)_minmax(0,2fr)_3.25rem] short:pt-0",
].join(' ')

const again =
  'mt-6 self-start justify-self-center whitespace-nowrap [grid-area:again] sm:mt-0 sm:self-center short:mt-0 short:self-center short:border-transparent'
const againBeside =
  'self-center justify-self-end whitespace-nowrap border-transparent max-sm:px-2 max-sm:text-small [grid-area:again]'
const picture =
  'grid min-h-0 items-end justify-items-center [grid-area:video] sm:items-center sm:px-6 sm:pt-3 short:p-0'
/**
 * CSS classes of the video's area beside a transcript. On phones in portrait orientation, the transcript
 * gets most of the height.
 */
const pictureBeside =
  'grid min-h-0 content-start justify-items-center [grid-area:video] max-lg:[&>:first-child]:max-w-[calc(45dvh*16/9)] lg:content-center lg:pb-6 lg:pl-6 short:content-start short:p-0'

function VideoPlayerDialog({ video, resumeAt, beside, ...props }: VideoPlayerDialogProps) {
  const titleId = useId()
  const { dialog } = useModal(props.onClose)
  const player = useRef<PlayerConnection>(null)
  const [errorCode, setErrorCode] = useState<number>()
  const videoId = findVideoId(video.videoUrl)
  const isPlayable = videoId !== undefined && errorCode === undefined

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="in-the-dark fixed inset-0 m-0 size-full max-h-none max-w-none animate-lights-up overflow-hidden p-0 backdrop:bg-canvas"
    >
      <div className={beside ? layoutBeside : layout}>
        <h2
          id={titleId}
          className="min-w-0 self-center pl-4 sm:pl-6 [grid-area:title] font-sans text-base leading-snug font-semibold short:flex short:items-baseline short:gap-3"
        >
          <span className="line-clamp-2 wrap-anywhere short:line-clamp-1">{video.title}</span>
          <span className="line-clamp-1 text-small font-normal wrap-anywhere text-muted">
            {video.speakerName}
          </span>
        </h2>
        {isPlayable && resumeAt !== undefined && (
          <Button
            variant="secondary"
            className={beside ? againBeside : again}
            onClick={() => player.current?.seekTo(0)}
          >
            <RotateCcw aria-hidden size={17} />
            Start over
          </Button>
        )}
        <button
          type="button"
          data-autofocus
          aria-label="Close"
          onClick={props.onClose}
          className="mr-2 grid size-11 self-center sm:mr-4 shrink-0 place-items-center rounded-full [grid-area:close] text-ink hover:bg-raised"
        >
          <X aria-hidden size={24} />
        </button>
        <div className={beside ? pictureBeside : picture}>
          <div className="aspect-video w-full max-w-[calc((100dvh-6.5rem)*16/9)] overflow-hidden bg-sunken sm:rounded-md short:max-w-[calc((100dvh-3rem)*16/9)] short:rounded-none">
            {isPlayable ? (
              <EmbeddedPlayer
                videoId={videoId}
                videoUrl={video.videoUrl}
                title={video.title}
                start={resumeAt}
                onPosition={(position) => props.onPosition?.(position)}
                onError={setErrorCode}
                onConnect={(connection) => {
                  player.current = connection
                  props.onConnect?.(connection)
                }}
              />
            ) : (
              <VideoUnavailable errorCode={errorCode} videoUrl={video.videoUrl} />
            )}
          </div>
          {isPlayable && props.bar}
        </div>
        {beside && <div className="min-h-0 min-w-0 [grid-area:beside]">{beside}</div>}
      </div>
      <ToastRegion isInDialog />
    </dialog>
  )
}
