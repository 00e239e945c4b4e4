import { playerOrigin } from '#kernel/video-link.ts'

/** The state that the player reported last; times are in seconds. */
export type PlayerPosition = {
  time: number
  duration: number
  rate: number
  state: 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued'
}

export type PlayerConnection = {
  seekTo(seconds: number): void
  /** Moves playback to this position and starts it. */
  playFrom(seconds: number): void
  close(): void
}

const states: Record<number, PlayerPosition['state']> = {
  [-1]: 'unstarted',
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'buffering',
  5: 'cued',
}
const origins = [playerOrigin, 'https://www.youtube.com']
const greetEveryMs = 250
/**
 * Maximum number of attempts to contact the player, four per second for one minute, because the player loads slowly on
 * slow connections.
 */
const mostGreetings = 240
/**
 * Time in milliseconds after the frame's `load` event after which a player that sent no message counts as
 * unreachable.
 */
const silentAfterLoadMs = 4000
/**
 * Time in milliseconds, from the request for the frame, after which a player that sent no message counts as
 * unreachable. Needed because Firefox and WebKit send no `load` event for a failed frame. If a slow player sends a
 * message later, the notice disappears.
 */
const silentMs = 8000

/**
 * Connects to the embedded player by the messages that the video platform's own script uses. Ignores
 * messages that do not come from the platform's origins and this frame.
 */
export function connectToPlayer(
  frame: HTMLIFrameElement,
  listener: {
    position(position: PlayerPosition): void
    error(code: number): void
    /** Called with true if the player sends no messages, and with false if one arrives later. */
    silence(isSilent: boolean): void
  },
): PlayerConnection {
  const known: PlayerPosition = { time: 0, duration: 0, rate: 1, state: 'unstarted' }
  let greetings = 0
  let isAnswered = false

  /**
   * Sends a message to the frame, whatever its origin: it may show an error page, and the messages contain
   * no secrets.
   */
  function say(message: object) {
    frame.contentWindow?.postMessage(JSON.stringify(message), '*')
  }

  function greet() {
    greetings += 1
    if (isAnswered || greetings > mostGreetings) clearInterval(greeting)
    else say({ event: 'listening', id: 1, channel: 'widget' })
  }

  function receive({ source, origin, data }: MessageEvent) {
    if (source === null || source !== frame.contentWindow || !origins.includes(origin)) return
    const message = parse(data)
    if (!message) return
    if (!isAnswered) listener.silence(false)
    isAnswered = true
    if (message.event === 'onError') listener.error(Number(message.info))
    else if (applyMessage(known, message)) listener.position({ ...known })
  }

  function seekTo(seconds: number) {
    say({ event: 'command', func: 'seekTo', args: [seconds, true] })
  }

  const noteSilence = () => isAnswered || listener.silence(true)
  let silence = setTimeout(noteSilence, silentMs)
  function meet() {
    greet()
    clearTimeout(silence)
    silence = setTimeout(noteSilence, silentAfterLoadMs)
  }

  const greeting = setInterval(greet, greetEveryMs)
  frame.addEventListener('load', meet)
  window.addEventListener('message', receive)
  return {
    seekTo,
    playFrom(seconds) {
      seekTo(seconds)
      say({ event: 'command', func: 'playVideo', args: [] })
    },
    close() {
      clearInterval(greeting)
      clearTimeout(silence)
      frame.removeEventListener('load', meet)
      window.removeEventListener('message', receive)
    },
  }
}

type Message = { event?: unknown; info?: unknown }

function parse(text: unknown): Message | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Updates `known` by a message from the player. Returns whether the message contained anything new. */
function applyMessage(known: PlayerPosition, { event, info }: Message): boolean {
  if (event === 'onStateChange') return applyState(known, info)
  if (event !== 'infoDelivery' && event !== 'initialDelivery') return false
  if (typeof info !== 'object' || info === null) return false
  const told = info as Record<string, unknown>
  const numbers = (
    [
      ['currentTime', 'time'],
      ['duration', 'duration'],
      ['playbackRate', 'rate'],
    ] as const
  ).filter(([name]) => Number.isFinite(told[name]))
  for (const [name, field] of numbers) known[field] = told[name] as number
  const hasState = applyState(known, told.playerState)
  return hasState || numbers.length > 0
}

function applyState(known: PlayerPosition, code: unknown): boolean {
  const state = typeof code === 'number' ? states[code] : undefined
  if (state) known.state = state
  return state !== undefined
}
