import { spawn } from 'node:child_process'
import process from 'node:process'
import { takeProcessorSeconds } from './processor-seconds.ts'

export type Command = {
  /** A program on the search path; without one, this Node runs the script in `args`. */
  program?: string
  args: string[]
  env?: Record<string, string | undefined>
  limitSeconds: number
  /** Receives output while it runs; without it, output is only returned. */
  show?: (text: string) => void
  /** Receives the CPU seconds of the command and its descendants. */
  book?: (processorSeconds: number) => void
}

/** `code` is null if a signal ended it; `isOverdue` if that was the time limit. */
export type Ending = { code: number | null; output: string; isOverdue: boolean; seconds: number }

/**
 * Runs a command in its own process group, so that the time limit or an interrupt ends all of its processes.
 * Never throws.
 */
export function runCommand(command: Command): Promise<Ending> {
  const { program = process.execPath, args, env = {}, limitSeconds, show, book } = command
  const started = performance.now()
  const isGroup = process.platform !== 'win32'
  const isColourful = show !== undefined && process.stdout.isTTY
  const colour = isColourful ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
  const child = spawn(program, args, {
    env: { ...process.env, ...colour, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  let output = ''
  function keep(chunk: string) {
    output += chunk
    show?.(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)

  function end(signal: NodeJS.Signals) {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, signal)
    } catch {
      // The process has already ended.
    }
  }
  const endNow = () => end('SIGKILL')
  process.once('exit', endNow)
  return new Promise((resolve) => {
    let isOverdue = false
    const limit = setTimeout(() => {
      isOverdue = true
      keep(`\nStopped: longer than ${limitSeconds} seconds.\n`)
      end('SIGTERM')
      setTimeout(endNow, 5_000).unref()
    }, limitSeconds * 1000)
    function finish(code: number | null) {
      clearTimeout(limit)
      process.off('exit', endNow)
      resolve({ code, output, isOverdue, seconds: (performance.now() - started) / 1000 })
    }
    child.once('error', (error) => {
      keep(`${error.message}\n`)
      finish(null)
    })
    child.once('exit', () => book?.(takeProcessorSeconds()))
    child.once('close', finish)
  })
}
