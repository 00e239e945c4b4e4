import { readProcessTimes } from './process-times.ts'

let taken = 0

/**
 * Seconds of processor time of the processes that this one started and that have ended, with whatever they
 * started, since it was last asked. Asked at the end of each, it is that one's. 0 where there is no `/proc`.
 * What outlived whoever started it is missing, such as parts of a browser: of journeys it counts too little.
 */
export function takeProcessorSeconds(): number {
  const before = taken
  taken = readProcessTimes('self')?.ended ?? 0
  return taken - before
}
