import { DrizzleQueryError } from 'drizzle-orm'
import { projectFolder } from '#platform/project/project-folder.ts'
import { findDatabaseTrouble, type DatabaseTrouble } from './database-trouble.ts'

const projectRoot = `${projectFolder}/`

/**
 * Logs a failure. `about` names the operation that failed. With `showsMessage: false`, omits the error's message,
 * which may contain personal data.
 */
export type ReportFailure = (
  about: string,
  error: unknown,
  options?: { showsMessage?: boolean },
) => void

/** Milliseconds in which the same failure is logged once, since an outage affects every job, page and call. */
const quietMs = 60_000

const troubles: Record<DatabaseTrouble['kind'], string> = {
  away: 'The database does not answer; visitors see cached pages or are asked to try again',
  busy: 'The database is too busy to answer in time; visitors are asked to try again',
  full: 'The database cannot write because the disk is full; visitors are asked to try again',
  nameless: 'The database lost the name of a statement; visitors are asked to try again',
}

/** Returns the function that logs background failures: at most one line a minute for each kind. */
export function createFailureReport(say: (line: string) => void, now = Date.now): ReportFailure {
  const reported = new Map<string, number>()

  return (about, error, { showsMessage = true } = {}) => {
    for (const [kind, since] of reported) if (now() - since >= quietMs) reported.delete(kind)
    const trouble = findDatabaseTrouble(error)
    const kind = trouble ? trouble.kind : `${about} failed: ${wordsOf(error, showsMessage)}`
    // Log lines name the operation only for timeouts: other database failures affect all operations alike.
    const met = trouble?.kind === 'busy' ? `${about}: ` : ''
    if (reported.has(kind)) return
    reported.set(kind, now())
    say(
      trouble
        ? `${troubles[trouble.kind]} (${met}${inOneLine(trouble.reason)})`
        : kind + placeOf(error),
    )
  }
}

/**
 * Returns name and code of an error, and its message if `showsMessage` is true and the error is not a failed query.
 */
function wordsOf(error: unknown, showsMessage: boolean) {
  // Use the message of the cause: Drizzle's own error message contains the query's parameters.
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error
  // The error may be any object: the job queue reports its errors as plain objects, not as instances of Error.
  if (typeof cause !== 'object' || cause === null)
    return showsMessage ? String(cause) : 'unknown error'
  const {
    name = 'Error',
    code,
    message,
  } = cause as { name?: string; code?: unknown; message?: string }
  const words = showsMessage && !(cause instanceof DrizzleQueryError) ? message : ''
  return inOneLine([name, typeof code === 'string' ? code : '', words].filter(Boolean).join(' '))
}

function inOneLine(text: string) {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** Returns the first stack frame in Greenroom's own code. */
function placeOf(error: unknown) {
  const stack = (error as { stack?: string } | undefined)?.stack ?? ''
  const frame = stack
    .split('\n')
    .find((line) => /^ {4}at /.test(line) && !/node_modules|node:/.test(line))
  const start = frame?.indexOf(projectRoot) ?? -1
  if (!frame || start < 0) return ''
  return ` (${frame.slice(start + projectRoot.length).replace(/\)$/, '')})`
}
