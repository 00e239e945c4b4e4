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
      <div className="flex h-dvh flex-col">
        <header className="flex items-center gap-3 px-4 py-2 sm:px-6 sm:py-3 short:py-0.5">
          <h2
            id={titleId}
            className="min-w-0 grow font-sans text-base leading-snug font-semibold short:flex short:items-baseline short:gap-3"
          >
            <span className="block truncate">{video.title}</span>
            <span className="block truncate text-small font-normal text-muted">
              {video.speakerName}
            </span>
          </h2>
          {isPlayable && resumeAt !== undefined && (
            <Button
              variant="secondary"
              className="px-3! sm:px-5!"
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
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink hover:bg-raised"
          >
            <X aria-hidden size={24} />
          </button>
        </header>
        <div className="grid min-h-0 grow place-items-center sm:px-6 sm:pb-6 short:p-0">
          <div className="aspect-video max-h-full w-full max-w-[calc((100dvh-6rem)*16/9)] overflow-hidden bg-sunken sm:rounded-md short:max-w-[calc((100dvh-3rem)*16/9)] short:rounded-none">
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
