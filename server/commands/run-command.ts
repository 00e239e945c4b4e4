import { BackupFailed } from '#server/backups/backup-failed.ts'
import { InvalidSettings } from '#server/config.ts'
import { DataFolderInUse } from '#server/db/embedded/lock.ts'
import { Refusal } from '#server/refusal.ts'
import { UnusableDatabase } from '#server/unusable-database.ts'

/** What an operator is told without a stack: its message says what to do. */
const expected = [InvalidSettings, DataFolderInUse, UnusableDatabase, BackupFailed, Refusal]

/** Runs a command of one task: its answer goes to the terminal, a failure makes the exit code 1. */
export async function runCommand(task: (given: string[]) => Promise<string>) {
  try {
    const answer = await task(process.argv.slice(2))
    process.stdout.write(`${answer}\n`)
  } catch (error) {
    const isExpected = expected.some((kind) => error instanceof kind)
    const { message, stack } = error as Error
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`)
    process.exitCode = 1
  }
}
