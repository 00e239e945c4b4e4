import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = {
  pid: number
  isRunning(): boolean
  /** The last few thousand characters of its output. */
  output(): string
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a server program as the given user; it ends with this process. */
export function startProgram(
  path: string,
  args: string[],
  options: { uid?: number; gid?: number; cwd: string },
): Program {
  const child = spawn(path, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-8000)
    })
  }
  child.on('error', (error) => (printed += error.message))
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    isRunning,
    output: () => printed,
    async end(signal) {
      if (!isRunning() || child.pid === undefined) return
      const ended = once(child, 'exit')
      child.kill(signal)
      const overdue = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(overdue)
    },
  }
}
