import { DrizzleQueryError } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { currentRequestId } from './request-id.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** What the id is called in every line. */
export const requestIdLabel = 'requestId'

type LogOptions = {
  level: string
  /** Where the lines go; standard output unless given. */
  stream?: { write(line: string): void }
}

/** The log: a line of JSON each, with the id of the request that it comes from, through jobs and mails. */
export function createLog({ level, stream }: LogOptions): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    mixin(_fields: object, _level: number, log: Logger) {
      const requestId = currentRequestId()
      // A request's own log says it already.
      return requestId === undefined || requestIdLabel in log.bindings() ? {} : { requestId }
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

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
