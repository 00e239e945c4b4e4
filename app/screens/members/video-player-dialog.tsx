import { RotateCcw, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { findVideoId } from '#shared/video-link.ts'
import { Button } from '#app/ui/button.tsx'
import { useModal } from '#app/ui/dialog.tsx'
import { ToastRegion } from '#app/ui/toast-region.tsx'
import { EmbeddedPlayer } from './embedded-player.tsx'
import type { PlayerConnection, PlayerPosition } from './player-connection.ts'
import { VideoUnavailable } from './video-unavailable.tsx'

type VideoPlayerDialogProps = {
  video: { title: string; speakerName: string; videoUrl: string }
  /** Where to go on, in whole seconds; the dialog then offers to start over. */
  resumeAt?: number | undefined
  onPosition?: (position: PlayerPosition) => void
  /** Hands out the way to command the player. */
  onConnect?: (connection: PlayerConnection) => void
  /** Right below the picture. */
  bar?: ReactNode
  /** Beside the picture, on a telephone below it. */
  beside?: ReactNode
  onClose: () => void
}

/** Held upright, a telephone has the room below the picture; elsewhere everything is in one bar. */
const room = [
  "grid h-dvh gap-x-3 pt-2 [grid-template:'title_close'_auto_'video_video'_minmax(0,1fr)_'again_again'_minmax(5rem,1fr)_/_1fr_auto]",
  "sm:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] sm:pt-3 sm:pb-6",
  "short:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] short:py-0",
].join(' ')

/** The same with something to read: beside the picture where it is wide, below it where it is not. */
const roomBeside = [
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
/** A telephone held upright leaves the larger part to what is read. */
const pictureBeside =
  'grid min-h-0 content-start justify-items-center [grid-area:video] max-lg:[&>:first-child]:max-w-[calc(45dvh*16/9)] lg:content-center lg:pb-6 lg:pl-6 short:content-start short:p-0'

/** A full-screen modal with the recording. Specification, "Library". */
export function VideoPlayerDialog({ video, resumeAt, beside, ...props }: VideoPlayerDialogProps) {
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
      className="on-stage fixed inset-0 m-0 size-full max-h-none max-w-none animate-lights-up overflow-hidden p-0 backdrop:bg-canvas"
    >
      <div className={beside ? roomBeside : room}>
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
