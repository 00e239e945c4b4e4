import { CallError } from '#app/api/call.ts'

/** The server's words where a limit was reached: the specified text would name a wrong reason. */
export function explainImportFailure(error: unknown, specified: string): string {
  const isLimit = error instanceof CallError && error.status === 429
  return (isLimit ? error.details.message : undefined) ?? specified
}
