import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on all machines. */
const secondsPerTick = 0.01

/** CPU seconds of a process itself, and of its child processes that have ended. */
export type ProcessTimes = { own: number; ended: number; parent: number }

/** Reads `/proc/…/stat`; undefined if there is no such process. */
export function readProcessTimes(pid: number | string): ProcessTimes | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name in parentheses may contain spaces; the third and later fields follow.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [ownUser = 0, ownSystem = 0, endedUser = 0, endedSystem = 0] = fields
    .slice(11, 15)
    .map(Number)
  return {
    own: (ownUser + ownSystem) * secondsPerTick,
    ended: (endedUser + endedSystem) * secondsPerTick,
    parent: Number(fields[1]),
  }
}
