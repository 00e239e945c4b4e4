import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Card } from './card.ts'
import type { PictureFormat } from './picture-folder.ts'

/** A rectangle of a picture that is rotated upright, in pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

/**
 * The size and format in which to encode a picture. Without `width`, the result is as wide as the original; with
 * `height`, it is cropped to width and height. For uploads, `crop` is cut out first, then scaled to at most
 * `longest` pixels per side.
 */
export type Variant = {
  format: PictureFormat
  width?: number
  height?: number
  crop?: Crop
  longest?: number
  quality?: number
  /** An SVG to draw over the whole picture. */
  over?: string
  /** Texts and another picture to draw over the whole picture. */
  card?: Card
}

export type VariantTask = {
  id: number
  file: string
  drawing: string | undefined
  variant: Variant
}
export type VariantAnswer = { id: number; picture?: Uint8Array; problem?: string }

export type VariantMaker = {
  /** Returns the encoded picture. Throws if the picture is unreadable or the encoding process crashes. */
  make(file: string, variant: Variant, drawing?: string): Promise<Buffer>
  /** Ends the encoding process and rejects its tasks. */
  stop(): void
}

const script = fileURLToPath(new URL('./variant-process.ts', import.meta.url))
/** Makes Pango find the bundled fonts only, so that a card is the same on every server. */
export const fontSettings = join(import.meta.dirname, 'fonts', 'fonts.conf')
const mostAtOnce = 2

/** AVIF files are smallest, but encoding them takes ten times as long, so other formats are encoded first. */
function isSlow({ variant }: { variant: Variant }) {
  return variant.format === 'avif'
}

type Waiting = PromiseWithResolvers<Buffer> & Omit<VariantTask, 'id'>
type Running = Waiting & { overdue: NodeJS.Timeout }

/**
 * Encodes pictures in a child process that ends when idle. Encoding takes 250 MB of memory that the process never
 * returns to the operating system, and a malicious picture can crash only the child process.
 */
export function createVariantMaker({ idleMs = 10_000, patienceMs = 150_000 } = {}): VariantMaker {
  const queue: Waiting[] = []
  const running = new Map<number, Running>()
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start() {
    // The picture encoder's child process needs no secrets, so its environment has only these variables. Two malloc
    // arenas limit the memory.
    const started = fork(script, {
      execArgv: [],
      env: { MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: fontSettings },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (answer: VariantAnswer) => settle(answer))
    started.on('error', (error) => giveUp(started, error))
    started.on('exit', () => giveUp(started, new Error('the picture process ended')))
    return started
  }

  function abandon(error: Error) {
    worker = undefined
    for (const task of running.values()) {
      clearTimeout(task.overdue)
      task.reject(error)
    }
    running.clear()
  }

  function giveUp(ended: ChildProcess, error: Error) {
    if (worker !== ended) return
    abandon(error)
    next()
  }

  function settle({ id, picture, problem }: VariantAnswer) {
    const task = running.get(id)
    running.delete(id)
    clearTimeout(task?.overdue)
    if (picture) task?.resolve(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))
    else task?.reject(new Error(problem))
    next()
  }

  /**
   * Returns the next task: fast formats first, and at most one slow task at a time, so that fast tasks never wait
   * for slow ones.
   */
  function takeNext() {
    if (running.size >= mostAtOnce) return undefined
    const quick = queue.findIndex((task) => !isSlow(task))
    if (quick >= 0) return queue.splice(quick, 1)[0]
    return [...running.values()].some(isSlow) ? undefined : queue.shift()
  }

  function next() {
    clearTimeout(idle)
    for (let task = takeNext(); task; task = takeNext()) {
      const id = ++lastId
      const used = (worker ??= start())
      const overdue = setTimeout(() => used.kill('SIGKILL'), patienceMs)
      running.set(id, { ...task, overdue })
      const { file, drawing, variant } = task
      used.send({ id, file, drawing, variant } satisfies VariantTask)
    }
    if (running.size === 0) idle = setTimeout(stop, idleMs).unref()
  }

  function stop() {
    const ended = worker
    const error = new Error('the site is stopping')
    abandon(error)
    for (const task of queue.splice(0)) task.reject(error)
    clearTimeout(idle)
    ended?.kill()
  }

  return {
    make(file, variant, drawing) {
      const task = { ...Promise.withResolvers<Buffer>(), file, drawing, variant }
      queue.push(task)
      next()
      return task.promise
    },
    stop,
  }
}
