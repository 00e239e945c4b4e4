import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type SideProcess = {
  pid: number
  /** Sends a message and returns the next response; throws if the process ended. */
  ask<Answer>(message: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a file of this folder as a child process that answers messages. */
export function startSideProcess(address: string): SideProcess {
  const child = fork(fileURLToPath(address), {
    execArgv: ['--import', fileURLToPath(new URL('../../node-version.mjs', import.meta.url))],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  return {
    pid: child.pid!,
    async ask<Answer>(message: unknown) {
      const answered = once(child, 'message')
      child.send(message as object)
      const first = await Promise.race([answered, ended.then(() => undefined)])
      if (!first) throw new Error(`${address} ended before it answered`)
      return first[0] as Answer
    },
    async stop() {
      process.off('exit', endWithUs)
      if (isRunning(child)) child.disconnect()
      const overdue = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(overdue)
    },
  }
}

function isRunning(child: ChildProcess) {
  return child.exitCode === null && child.signalCode === null
}
