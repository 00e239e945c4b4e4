import type { LoadClient } from '#bench/load/client.ts'
import type { Row } from '#bench/measure/table.ts'
import type { Stage } from '#bench/stage/stages.ts'

/** How much is measured: `npm run bench` as a whole, or with `--quick`. */
export type Effort = {
  /** Of each comparison, besides the first, which warms up. */
  rounds: number
  /** For one side in one round. */
  seconds: number
  /** In one burst of registrations. */
  registrations: number
  /** How often each call of a search and the like is made. */
  turns: number
  starts: number
  importedRows: Record<Stage['kind'], number>
  watchingSeconds: number
  /** How many people the database holds before; a tenth and ten times that for its growth. */
  people: number
  /** On a smaller or larger database: the figures alone, without their yardsticks. */
  isAlone: boolean
}

export type Bench = { stage: Stage; effort: Effort; client: LoadClient }

/**
 * One thing to measure on a running site, in a file of its own; bench/rows/entries.ts lists them. `grows`:
 * what it costs depends on how many people the database holds, and is measured for three sizes.
 */
export type Entry = {
  grows: boolean
  measure(bench: Bench): Promise<Row[]>
}
