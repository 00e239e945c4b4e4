import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const secondsPerTick = 0.01

/** Seconds of processor time so far: of a process itself, and of those it started that have ended. */
export type ProcessTimes = { own: number; ended: number; parent: number }

/** From `/proc/…/stat`; undefined where there is none, or no such process any more. */
export function readProcessTimes(pid: number | string): ProcessTimes | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name in parentheses may itself contain spaces; what follows are the third field and the others.
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
