import { RotateCcw, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { findVideoId } from '#shared/video-link.ts'
import { Button } from '#app/ui/button.tsx'
import { useModal } from '#app/ui/dialog.tsx'
import { ToastRegion } from '#app/ui/toast-region.tsx'
import { EmbeddedPlayer } from './embedded-player.tsx'
import type { PlayerConnection, PlayerMoment } from './player-connection.ts'
import { VideoUnavailable } from './video-unavailable.tsx'

type VideoPlayerDialogProps = {
  video: { title: string; speakerName: string; videoUrl: string }
  /** Where to go on, in whole seconds; the dialog then offers to start over. */
  resumeAt?: number | undefined
  onMoment?: (moment: PlayerMoment) => void
  onClose: () => void
}

/** Held upright, a telephone has the room below the picture; elsewhere everything is in one bar. */
const room = [
  "grid h-dvh gap-x-3 pt-2 [grid-template:'title_close'_auto_'video_video'_minmax(0,1fr)_'again_again'_minmax(5rem,1fr)_/_1fr_auto]",
  "sm:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] sm:pt-3 sm:pb-6",
  "short:[grid-template:'title_again_close'_auto_'video_video_video'_minmax(0,1fr)_/_1fr_auto_auto] short:py-0",
].join(' ')

/** A full-screen modal with the recording. Specification 2, "/members". */
export function VideoPlayerDialog({ video, resumeAt, onMoment, onClose }: VideoPlayerDialogProps) {
  const titleId = useId()
  const { dialog } = useModal(onClose)
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
      <div className={room}>
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
            className="mt-6 self-start justify-self-center whitespace-nowrap [grid-area:again] sm:mt-0 sm:self-center short:mt-0 short:self-center short:border-transparent"
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
          onClick={onClose}
          className="mr-2 grid size-11 self-center sm:mr-4 shrink-0 place-items-center rounded-full [grid-area:close] text-ink hover:bg-raised"
        >
          <X aria-hidden size={24} />
        </button>
        <div className="grid min-h-0 items-end justify-items-center [grid-area:video] sm:items-center sm:px-6 sm:pt-3 short:p-0">
          <div className="aspect-video w-full max-w-[calc((100dvh-6.5rem)*16/9)] overflow-hidden bg-sunken sm:rounded-md short:max-w-[calc((100dvh-3rem)*16/9)] short:rounded-none">
            {isPlayable ? (
              <EmbeddedPlayer
                videoId={videoId}
                title={video.title}
                start={resumeAt}
                onMoment={(moment) => onMoment?.(moment)}
                onError={setErrorCode}
                onConnect={(connection) => (player.current = connection)}
              />
            ) : (
              <VideoUnavailable errorCode={errorCode} videoUrl={video.videoUrl} />
            )}
          </div>
        </div>
      </div>
      <ToastRegion />
    </dialog>
  )
}
