import { VideoOff } from 'lucide-react'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { buttonStyle } from '#client/ui/button.tsx'
import { playerAddress, findVideoId } from '#kernel/video-link.ts'
import { connectToPlayer, type PlayerConnection, type PlayerPosition } from './player-connection.ts'

type EmbeddedPlayerProps = {
  videoId: string
  videoUrl: string
  title: string
  start: number | undefined
  onPosition: (position: PlayerPosition) => void
  onError: (code: number) => void
  /** Called with the functions that control the player, when the page has connected to it. */
  onConnect: (connection: PlayerConnection) => void
}

/**
 * Renders the video platform's privacy-enhanced player in a frame. Visitors load nothing from the platform
 * until this component is rendered. The player refuses to play without a referrer.
 */
export function EmbeddedPlayer({ videoId, title, start, ...props }: EmbeddedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // Keep the first URL of the frame, because a new `src` would reload the player.
  const [address] = useState(() => playerAddress(videoId, { origin: location.origin, start }))
  const position = useEffectEvent(props.onPosition)
  const error = useEffectEvent(props.onError)
  const connect = useEffectEvent(props.onConnect)
  const [isSilent, setIsSilent] = useState(false)

  useEffect(() => {
    const connection = connectToPlayer(frame.current!, {
      position: (now) => position(now),
      error: (code) => error(code),
      silence: setIsSilent,
    })
    connect(connection)
    return () => connection.close()
  }, [])

  /**
   * Keeps the focus within the dialog when the user presses Tab. The page does not receive key presses
   * inside the frame, so a hidden element after the frame moves the focus to the dialog's next or first
   * control.
   */
  function wrapFocus({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const isFromPlayer = relatedTarget === null || relatedTarget === frame.current
    const controls = [...(currentTarget.closest('dialog')?.querySelectorAll('button') ?? [])]
    const isAfter = (control: HTMLElement) =>
      Boolean(currentTarget.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING)
    const next = controls.find((control) => isAfter(control) && control.getClientRects().length > 0)
    if (isFromPlayer && controls.length > 0) (next ?? controls[0])?.focus()
    else frame.current?.focus()
  }

  return (
    <div className="relative size-full">
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- it needs scripts and its own origin */}
      <iframe
        ref={frame}
        src={address}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        // While the notice 'Video unavailable' covers the frame, Tab must skip the frame and reach the link
        // in the notice.
        tabIndex={isSilent ? -1 : undefined}
        className={`size-full border-0 ${isSilent ? 'invisible' : ''}`}
      />
      {!isSilent && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only ever passed through
        <div tabIndex={0} onFocus={wrapFocus} className="sr-only" />
      )}
      {isSilent && (
        <div className="absolute inset-0 bg-sunken">
          <VideoUnavailable errorCode="unreachable" videoUrl={props.videoUrl} />
        </div>
      )}
    </div>
  )
}

/** Error codes of the player for recordings whose owner does not allow embedding. */
const shownElsewhere = [101, 150, 153]

type VideoUnavailableProps = {
  /**
   * The player's error code, or 'unreachable' if the player sends no messages; undefined if the URL
   * contains no recognisable video id.
   */
  errorCode: number | 'unreachable' | undefined
  videoUrl: string
}

function explain(errorCode: VideoUnavailableProps['errorCode']) {
  if (errorCode === undefined) {
    return 'The link to this recording is not valid. Please tell the organiser.'
  }
  return errorCode === 'unreachable'
    ? 'The video platform cannot be reached. Please check your connection, or watch on the platform.'
    : 'The video platform cannot play this recording here at the moment.'
}

/** Renders the notice that replaces the player if the recording cannot be played. */
export function VideoUnavailable({ errorCode, videoUrl }: VideoUnavailableProps) {
  const id = findVideoId(videoUrl)
  return (
    <div role="alert" className="pool grid size-full place-content-center gap-3 p-6 text-center">
      <VideoOff aria-hidden strokeWidth={1.25} className="mx-auto size-11 text-glow" />
      <p className="font-display text-heading leading-none">Video unavailable</p>
      <p className="mx-auto max-w-sm text-small text-muted">{explain(errorCode)}</p>
      {id && (errorCode === 'unreachable' || shownElsewhere.includes(errorCode ?? 0)) && (
        <a
          href={`https://www.youtube.com/watch?v=${id}`}
          target="_blank"
          rel="noopener"
          className={buttonStyle('secondary', 'medium', 'mx-auto mt-2')}
        >
          Watch on the video platform
        </a>
      )}
    </div>
  )
}
