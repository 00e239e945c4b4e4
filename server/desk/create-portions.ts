import { fitPortion } from '#server/db/fit-portion.ts'
import type { Turns } from './create-turns.ts'

/** A portion may take a third of what a registration may wait. */
const wantedMs = 30

type Options = {
  /** Of the first portion. */
  first: number
  /**
   * On a machine that is busy with other things small portions take long, too, and help nobody: none is
   * smaller than this.
   */
  least: number
  most: number
  isUrgent?: boolean
}

/** Runs a portion of a read when its turn comes. `size`: how many rows, ids or days it may look at. */
export type Portions = <Result>(work: (size: number) => Promise<Result>) => Promise<Result>

/**
 * The portions of one read of the admin area: each as large as takes the time that one may, by the last
 * one's.
 */
export function createPortions(turns: Turns, { first, isUrgent, ...bounds }: Options): Portions {
  let size = first
  return (work) =>
    turns(
      async () => {
        const begun = performance.now()
        const result = await work(size)
        size = fitPortion(size, performance.now() - begun, { wantedMs, ...bounds })
        return result
      },
      { isUrgent },
    )
}
