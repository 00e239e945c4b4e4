import { OperatorError } from '#server/operator-error.ts'
import { Refusal } from '#server/refusal.ts'

/** Runs a command of one task: its answer goes to the terminal, a failure makes the exit code 1. */
export async function runCommand(task: (given: string[]) => Promise<string>) {
  try {
    const answer = await task(process.argv.slice(2))
    process.stdout.write(`${answer}\n`)
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof Refusal
    const { message, stack } = error as Error
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`)
    process.exitCode = 1
  }
}
