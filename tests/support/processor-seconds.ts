import { readProcessTimes } from './process-times.ts'

let taken = 0

/**
 * Returns CPU seconds of ended child processes and their descendants since the last call; 0 without `/proc`.
 * Processes that outlive their parent, such as parts of a browser, are not counted, so journeys are
 * underestimated.
 */
export function takeProcessorSeconds(): number {
  const before = taken
  taken = readProcessTimes('self')?.ended ?? 0
  return taken - before
}
