import { OperatorError } from '#server/operator-error.ts'
import { proveCopy, writeCopy, type CopyTask, type ProvenCopy } from './copy-tasks.ts'

/** What this process answers to its one task before it ends. */
export type CopyAnswer = { done: ProvenCopy | null } | { failure: string }

async function answer(task: CopyTask): Promise<CopyAnswer> {
  try {
    return { done: task.kind === 'prove' ? await proveCopy(task) : (await writeCopy(task), null) }
  } catch (error) {
    const isExpected = error instanceof OperatorError
    const { message, stack, code } = error as NodeJS.ErrnoException
    if (!isExpected) process.stderr.write(`${stack ?? message}\n`)
    return { failure: isExpected || code ? message : `it broke off: ${message}` }
  }
}

async function work(task: CopyTask) {
  process.send!(await answer(task), () => process.exit())
}

process.once('message', (task: CopyTask) => void work(task))
// Whoever asked is gone: what it would make is of no use to anybody.
process.once('disconnect', () => process.exit(1))
