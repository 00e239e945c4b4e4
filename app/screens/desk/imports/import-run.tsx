import { rowsInPart } from '#shared/import-parts.ts'
import { ImportInterrupted } from './import-interrupted.tsx'
import { ImportProgress } from './import-progress.tsx'

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
