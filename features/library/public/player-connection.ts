import { playerOrigin } from '#kernel/video-link.ts'

/** What the player last said of itself; times in seconds. */
export type PlayerPosition = {
  time: number
  duration: number
  rate: number
  state: 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued'
}

export type PlayerConnection = {
  seekTo(seconds: number): void
  /** Goes on from there, playing. */
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
/** A minute: on a slow line the player takes its time. */
const mostGreetings = 240
/** Milliseconds without a message, since the frame's `load` and since the request, until the player counts as missing. */
const silentAfterLoadMs = 4000
/** Firefox and WebKit send no `load` for a frame that failed. A slow player hides the notice by its first message. */
const silentMs = 8000

/**
 * Speaks with the embedded player in the messages that its own script uses (
 * Specification, "Library"). Only what comes from the platform's origin and from this very frame is believed.
 */
export function connectToPlayer(
  frame: HTMLIFrameElement,
  listener: {
    position(position: PlayerPosition): void
    error(code: number): void
    /** It says nothing, or, after that, something after all. */
    silence(isSilent: boolean): void
  },
): PlayerConnection {
  const known: PlayerPosition = { time: 0, duration: 0, rate: 1, state: 'unstarted' }
  let greetings = 0
  let isAnswered = false

  /** To whatever the frame shows, an error page included: nothing that is said is a secret. */
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
    else if (learn(known, message)) listener.position({ ...known })
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

/** Takes over what a message tells; whether it told anything. */
function learn(known: PlayerPosition, { event, info }: Message): boolean {
  if (event === 'onStateChange') return learnState(known, info)
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
  const hasState = learnState(known, told.playerState)
  return hasState || numbers.length > 0
}

function learnState(known: PlayerPosition, code: unknown): boolean {
  const state = typeof code === 'number' ? states[code] : undefined
  if (state) known.state = state
  return state !== undefined
}
