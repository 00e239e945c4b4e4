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
    error: unknown
    stop: () => void
    goOn: () => void
  }
}

/** How far a long import is, or what has been imported when it ended in the middle. */
export function ImportRun({ run }: ImportRunProps) {
  const { state, answered, error } = run
  const total = run.rows.length
  if (state === 'running' && total > rowsInPart) {
    return <ImportProgress answered={answered} total={total} onStop={run.stop} />
  }
  if (state !== 'failed' && state !== 'stopped') return null
  return <ImportInterrupted error={error} answered={answered} total={total} onGoOn={run.goOn} />
}

type ImportProgressProps = { answered: number; total: number; onStop: () => void }

/** How far a long import is. */
function ImportProgress({ answered, total, onStop }: ImportProgressProps) {
  const id = useId()
  const [done, all] = [answered, total].map((number) => number.toLocaleString('en'))
  return (
    <div className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className="font-semibold">
          Importing {done} of {all} rows
        </p>
        <Button variant="secondary" className="px-4! text-small!" onClick={onStop}>
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

type ImportInterruptedProps = {
  /** What went wrong; null where the organiser stopped it. */
  error: unknown
  answered: number
  total: number
  onGoOn: () => void
}

/** What has been imported when an import ends in the middle, and the way to go on. */
function ImportInterrupted({ error, answered, total, onGoOn }: ImportInterruptedProps) {
  const Icon = error ? TriangleAlert : CirclePause
  const needsLogin = error instanceof CallError && error.status === 401
  return (
    <section
      aria-label="What has been imported"
      className={`flex gap-3 rounded-lg border bg-surface p-4 sm:p-5 ${error ? 'border-danger' : 'border-line-strong'}`}
    >
      <Icon aria-hidden size={22} className={`mt-0.5 shrink-0 ${error ? 'text-danger' : ''}`} />
      <div className="min-w-0">
        <p className="figures font-semibold">{describeDone(error, { answered, total })}</p>
        {error !== null && <p className="mt-1 text-small text-muted">{explain(error)}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button variant="secondary" onClick={onGoOn}>
            {answered === 0 ? 'Try again' : `Go on from row ${number(answered + 1)}`}
          </Button>
          {needsLogin && (
            <a
              href="/admin"
              target="_blank"
              rel="noopener"
              className={`inline-flex min-h-11 items-center ${textLinkStyle}`}
            >
              Log in on the dashboard (opens a new tab)
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

const number = (value: number) => value.toLocaleString('en')

/** A lost answer leaves open whether its part was written; a refusal means that it was not. */
function isLost(error: unknown) {
  return error !== null && !(error instanceof CallError && ![502, 504].includes(error.status))
}

function describeDone(error: unknown, { answered, total }: { answered: number; total: number }) {
  const lastAsked = Math.min(total, answered + rowsInPart)
  const [done, next, last, all] = [answered, answered + 1, lastAsked, total].map(number)
  const before = answered > 0 && `Rows 1 to ${done} of ${all} have been imported`
  if (isLost(error)) {
    const unsure = `no answer came for rows ${next} to ${last}.`
    return before ? `${before}; ${unsure}` : `N${unsure.slice(1)}`
  }
  return before ? `${before}; rows ${next} to ${all} have not.` : 'Nothing has been imported.'
}

function explain(error: unknown) {
  if (error instanceof CallError && error.status === 401) {
    return 'Only administrators may import, and none is logged in here.'
  }
  if (isLost(error)) {
    return 'The server could not be reached. Going on sends those rows again; nobody is imported twice.'
  }
  return serverMessage(error) ?? 'The server could not do it. Going on imports nobody twice.'
}
