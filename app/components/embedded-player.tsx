import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { playerAddress } from '#shared/video-link.ts'
import { connectToPlayer, type PlayerConnection, type PlayerMoment } from './player-connection.ts'

type EmbeddedPlayerProps = {
  videoId: string
  title: string
  /** Where to begin, in whole seconds. */
  start: number | undefined
  onMoment: (moment: PlayerMoment) => void
  onError: (code: number) => void
  /** Hands out the way to command the player, once it is there. */
  onConnect: (connection: PlayerConnection) => void
}

/**
 * The platform's privacy-enhanced player. It is asked for when this is rendered and not before, and
 * needs a referrer to play. decisions.md, "Video links".
 */
export function EmbeddedPlayer({ videoId, title, start, ...props }: EmbeddedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The address stays as it was: another one would load the player anew.
  const [address] = useState(() => playerAddress(videoId, { origin: location.origin, start }))
  const moment = useEffectEvent(props.onMoment)
  const error = useEffectEvent(props.onError)
  const connect = useEffectEvent(props.onConnect)

  useEffect(() => {
    const connection = connectToPlayer(frame.current!, {
      moment: (now) => moment(now),
      error: (code) => error(code),
    })
    connect(connection)
    return () => connection.close()
  }, [])

  /** Nobody hears Tab inside the frame: what follows it leads round to the dialog's first control. */
  function turnRound({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const isFromPlayer = relatedTarget === null || relatedTarget === frame.current
    const first = currentTarget.closest('dialog')?.querySelector('button')
    if (isFromPlayer && first) first.focus()
    else frame.current?.focus()
  }

  return (
    <>
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- it needs scripts and its own origin */}
      <iframe
        ref={frame}
        src={address}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="size-full border-0"
      />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only ever passed through */}
      <div tabIndex={0} onFocus={turnRound} className="sr-only" />
    </>
  )
}
