import { DrizzleQueryError } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { currentRequestId } from './request-id.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Name of the field with the request id in log lines. */
export const requestIdLabel = 'requestId'

type LogOptions = {
  level: string
  /** Destination of log lines. Default: standard output. */
  stream?: { write(line: string): void }
}

/**
 * Creates a logger that writes JSON lines with the id of the current HTTP request, also in jobs that the request
 * sent.
 */
export function createLog({ level, stream }: LogOptions): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    mixin(_fields: object, _level: number, log: Logger) {
      const requestId = currentRequestId()
      // Do not add the request id twice: Fastify's logger of a request contains it already.
      return requestId === undefined || requestIdLabel in log.bindings() ? {} : { requestId }
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

type Described = { type: string; message: string; stack: string; [name: string]: unknown }

/**
 * Returns the loggable parts of an error. Omits a failed query's parameters and the database's
 * `detail`, which contain personal data.
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

/** Returns an error's stack trace without the first lines, which repeat the message. */
function framesOf(error: Error) {
  const stack = error.stack ?? ''
  return stack.slice(Math.max(0, stack.indexOf('\n    at ')))
}
