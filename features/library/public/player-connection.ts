import { playerOrigin } from '#kernel/video-link.ts'

/** The player's last reported state; times in seconds. */
export type PlayerPosition = {
  time: number
  duration: number
  rate: number
  state: 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued'
}

export type PlayerConnection = {
  seekTo(seconds: number): void
  /** Seeks to the position and plays. */
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
/** 240 attempts take one minute, because the player loads slowly on slow connections. */
const mostGreetings = 240
/**
 * Milliseconds without a message after which the player counts as unreachable: since the frame's
 * `load` event, and since the request.
 */
const silentAfterLoadMs = 4000
/**
 * Longer, because Firefox and WebKit send no `load` event for a frame that failed. A slow player
 * hides the notice with its first message.
 */
const silentMs = 8000

/**
 * Connects to the embedded player by the messages that the platform's own script uses. Only
 * messages from the platform's origins and from this frame are accepted.
 */
export function connectToPlayer(
  frame: HTMLIFrameElement,
  listener: {
    position(position: PlayerPosition): void
    error(code: number): void
    /** Called with true if the player sends no messages, and with false if it sends one later. */
    silence(isSilent: boolean): void
  },
): PlayerConnection {
  const known: PlayerPosition = { time: 0, duration: 0, rate: 1, state: 'unstarted' }
  let greetings = 0
  let isAnswered = false

  /** Any origin may receive the messages, which contain no secrets: the frame may show an error page. */
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

/** Applies a message to the known state and returns whether it contained anything new. */
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
