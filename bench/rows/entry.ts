import type { LoadClient } from '#bench/load/client.ts'
import type { Row } from '#bench/measure/table.ts'
import type { Stage } from '#bench/stage/stages.ts'

/** Size of the measurements: `npm run bench`, or with `--quick`. */
export type Effort = {
  /** Rounds of each comparison, besides the first, a warm-up. */
  rounds: number
  /** Seconds per side and round. */
  seconds: number
  /** Registrations in one burst. */
  registrations: number
  /** Repetitions of each search and similar calls. */
  turns: number
  starts: number
  importedRows: Record<Stage['kind'], number>
  watchingSeconds: number
  /** Number of people in the database; growth is measured with a tenth and ten times as many. */
  people: number
  /** Measures figures without yardsticks, on a smaller or larger database. */
  isAlone: boolean
}

export type Bench = { stage: Stage; effort: Effort; client: LoadClient }

/**
 * A measurement of a running site, in its own file; bench/rows/entries.ts lists them. `grows`: its cost depends
 * on the number of people and is measured for three sizes.
 */
export type Entry = {
  grows: boolean
  measure(bench: Bench): Promise<Row[]>
}
