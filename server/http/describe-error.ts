import { DrizzleQueryError } from 'drizzle-orm'

type Described = { type: string; message: string; stack: string; [name: string]: unknown }

/**
 * What the log says of an error. A failed query's parameters are people's names and e-mails: they stay
 * out, and so does the database's `detail`, which quotes them.
 */
export function describeError(error: Error): Described {
  if (error instanceof DrizzleQueryError) {
    const { code, constraint } = (error.cause ?? {}) as { code?: string; constraint?: string }
    const message = `${error.cause?.message ?? 'the query failed'} (query: ${error.query})`
    return { type: error.name, message, code, constraint, stack: framesOf(error) }
  }
  const { code } = error as { code?: string }
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  return { type: error.name, message: error.message, code, stack: error.stack ?? '', cause }
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error) {
  const stack = error.stack ?? ''
  return stack.slice(Math.max(0, stack.indexOf('\n    at ')))
}
