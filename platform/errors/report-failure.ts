import { DrizzleQueryError } from 'drizzle-orm'
import { projectFolder } from '#platform/project/project-folder.ts'
import { findDatabaseTrouble, type DatabaseTrouble } from './database-trouble.ts'

const projectRoot = `${projectFolder}/`

/** `about`: what failed. `hasWords`: whether the error's own words may be shown; they may name people. */
export type ReportFailure = (
  about: string,
  error: unknown,
  options?: { hasWords?: boolean },
) => void

/** Failures alike are reported once in such a time: an outage meets every job, page and call. */
const quietMs = 60_000

const troubles: Record<DatabaseTrouble['kind'], string> = {
  away: 'The database does not answer; visitors are asked to try again, and kept pages go on',
  busy: 'The database is too busy to answer in time; visitors are asked to try again',
  full: 'The database cannot write, since the disk is full; visitors are asked to try again',
  nameless: 'The database lost the name of a statement; visitors are asked to try again',
}

/**
 * The one place that speaks of what fails in the background or for everybody: one line for each kind
 * in a minute, whoever meets it.
 */
export function createFailureReport(say: (line: string) => void, now = Date.now): ReportFailure {
  const reported = new Map<string, number>()

  return (about, error, { hasWords = true } = {}) => {
    for (const [kind, since] of reported) if (now() - since >= quietMs) reported.delete(kind)
    const trouble = findDatabaseTrouble(error)
    const kind = trouble ? trouble.kind : `${about} failed: ${wordsOf(error, hasWords)}`
    // Which statement took too long is what helps; that the database is away is the same for all.
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

/** The name and code of what went wrong, and its words where they tell of nobody. */
function wordsOf(error: unknown, hasWords: boolean) {
  // A failed query's own message quotes its parameters.
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error
  // The queue reports copies of errors, which are plain objects.
  if (typeof cause !== 'object' || cause === null)
    return hasWords ? String(cause) : 'no error at all'
  const {
    name = 'Error',
    code,
    message,
  } = cause as { name?: string; code?: unknown; message?: string }
  const words = hasWords && !(cause instanceof DrizzleQueryError) ? message : ''
  return inOneLine([name, typeof code === 'string' ? code : '', words].filter(Boolean).join(' '))
}

function inOneLine(text: string) {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** The first place of ours that it came from. */
function placeOf(error: unknown) {
  const stack = (error as { stack?: string } | undefined)?.stack ?? ''
  const frame = stack
    .split('\n')
    .find((line) => /^ {4}at /.test(line) && !/node_modules|node:/.test(line))
  const start = frame?.indexOf(projectRoot) ?? -1
  if (!frame || start < 0) return ''
  return ` (${frame.slice(start + projectRoot.length).replace(/\)$/, '')})`
}
