import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const tickMicroseconds = 10_000

/** Processor time that a process and its threads used so far; undefined where there is no /proc. */
export async function cpuMicroseconds(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may itself contain spaces; the 14th and 15th fields are the times.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
}

/** Resident memory in MB, threads included; undefined where `ps` cannot tell. */
export async function residentMegabytes(pid: number): Promise<number | undefined> {
  const answer = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined)
  return answer && Math.round(Number(answer.stdout) / 1024)
}
