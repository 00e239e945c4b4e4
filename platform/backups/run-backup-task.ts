import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BackupAnswer } from './backup-process.ts'
import { BackupFailed } from './backup-store.ts'
import type { BackupTask, ProvenBackup } from './backup-tasks.ts'

const script = fileURLToPath(new URL('./backup-process.ts', import.meta.url))

/**
 * Runs a backup task in a child process with low priority; the child ends when this process ends. Throws
 * BackupFailed with the child's error message.
 */
export async function runBackupTask(
  task: BackupTask,
  signal?: AbortSignal,
): Promise<ProvenBackup | null> {
  signal?.throwIfAborted()
  const child = fork(script, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  signal?.addEventListener('abort', end)
  let complaint = ''
  child.stderr!.on(
    'data',
    (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-2000)),
  )
  let answer: BackupAnswer | undefined
  child.once('message', (message: BackupAnswer) => (answer = message))
  try {
    const ended = once(child, 'close')
    backOff(child.pid)
    // Send the database URL, which contains a password, as a message: other users of the machine can read the
    // arguments of a process.
    child.send(task)
    const [code, killedBy] = (await ended) as [number | null, string | null]
    if (answer && 'done' in answer) return answer.done
    const words = answer?.failure ?? `the backup process ended with ${killedBy ?? `code ${code}`}`
    const doing =
      task.kind === 'prove' ? 'The backup could not be verified' : 'The backup could not be written'
    throw new BackupFailed(`${doing}: ${words}`, { cause: complaint || undefined })
  } finally {
    process.off('exit', end)
    signal?.removeEventListener('abort', end)
  }
}

function backOff(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The child process has ended already, or the operating system does not support priorities.
  }
}
