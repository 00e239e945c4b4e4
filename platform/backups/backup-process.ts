import { OperatorError } from '#platform/errors/operator-error.ts'
import { proveBackup, writeBackup, type BackupTask, type ProvenBackup } from './backup-tasks.ts'

/** The result of a backup task, which the child process sends to its parent before it exits. */
export type BackupAnswer = { done: ProvenBackup | null } | { failure: string }

async function answer(task: BackupTask): Promise<BackupAnswer> {
  try {
    return {
      done: task.kind === 'prove' ? await proveBackup(task) : (await writeBackup(task), null),
    }
  } catch (error) {
    const isExpected = error instanceof OperatorError
    const { message, stack, code } = error as NodeJS.ErrnoException
    if (!isExpected) process.stderr.write(`${stack ?? message}\n`)
    return { failure: isExpected || code ? message : `the backup process failed: ${message}` }
  }
}

async function work(task: BackupTask) {
  process.send!(await answer(task), () => process.exit())
}

process.once('message', (task: BackupTask) => void work(task))
// If the parent process exits, end the backup task, because nothing can receive its result.
process.once('disconnect', () => process.exit(1))
