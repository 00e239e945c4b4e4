import { CirclePause, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { CallError, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { rowsInPart } from '#features/imports/rules.ts'

type ImportRunProps = {
  run: {
    state: string
    rows: unknown[]
    answered: number
    /** The error that interrupted the import. Null if the organiser pressed Stop. */
    error: unknown
    stop: () => void
    goOn: () => void
  }
}

/** Renders the progress of a running import. After an interruption, renders which rows were imported. */
export function ImportRun({ run: { state, rows, answered, error, stop, goOn } }: ImportRunProps) {
  const id = useId()
  const total = rows.length
  if (state === 'running' && total > rowsInPart) {
    return (
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p id={id} className="font-semibold">
            {`Importing: ${number(answered)} of ${number(total)} rows done`}
          </p>
          <Button variant="secondary" className="px-4! text-small!" onClick={stop}>
            Stop
          </Button>
        </div>
        <progress
          aria-labelledby={id}
          max={total}
          value={answered}
          className="mt-3 block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-glow [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-glow [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-300 forced-colors:appearance-auto"
        />
      </div>
    )
  }
  if (state !== 'failed' && state !== 'stopped') return null
  const Icon = error ? TriangleAlert : CirclePause
  return (
    <section
      aria-label="Import progress"
      className={`flex gap-3 rounded-lg border bg-surface p-4 sm:p-5 ${error ? 'border-danger' : 'border-line-strong'}`}
    >
      <Icon aria-hidden size={22} className={`mt-0.5 shrink-0 ${error ? 'text-danger' : ''}`} />
      <div className="min-w-0">
        <p className="figures font-semibold">{describeDone(error, { answered, total })}</p>
        {error !== null && <p className="mt-1 text-small text-muted">{explain(error)}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button variant="secondary" onClick={goOn}>
            {answered === 0 ? 'Try again' : `Continue from row ${number(answered + 1)}`}
          </Button>
          {needsLogin(error) && (
            <a
              href="/admin"
              target="_blank"
              rel="noopener"
              className={`inline-flex min-h-11 items-center ${textLinkStyle}`}
            >
              Sign in on the dashboard (opens a new tab)
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

const number = (value: number) => value.toLocaleString('en')

function needsLogin(error: unknown) {
  return error instanceof CallError && error.status === 401
}

/**
 * Returns whether the connection failed before the server responded, so that the server may or may not have imported
 * this part of the list. If the server refused a part, none of its rows were imported.
 */
function isLost(error: unknown) {
  return error !== null && !(error instanceof CallError && ![502, 504].includes(error.status))
}

function describeDone(error: unknown, { answered, total }: { answered: number; total: number }) {
  const lastAsked = Math.min(total, answered + rowsInPart)
  const [done, next, last, all] = [answered, answered + 1, lastAsked, total].map(number)
  const before = answered > 0 && `Rows 1 to ${done} of ${all} have been imported`
  if (isLost(error)) {
    const unsure = `no response for rows ${next} to ${last}.`
    return before ? `${before}; ${unsure}` : `N${unsure.slice(1)}`
  }
  return before
    ? `${before}. Rows ${next} to ${all} have not been imported.`
    : 'No rows have been imported.'
}

function explain(error: unknown) {
  if (needsLogin(error)) return 'You are signed out. Sign in to continue the import.'
  if (isLost(error)) {
    return 'The server could not be reached. You can continue safely: no one is imported twice.'
  }
  return (
    serverMessage(error) ??
    'The server reported an error. You can continue safely: no one is imported twice.'
  )
}
