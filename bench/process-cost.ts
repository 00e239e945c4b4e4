import { readFile } from 'node:fs/promises'

const tickMicroseconds = 10_000

/** Processor time that a process and its threads used so far; undefined where there is no /proc. */
export async function cpuMicroseconds(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may itself contain spaces; the 14th and 15th fields are the times.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
}

/** Resident memory in MB, threads included: now, and the most it ever was; undefined without /proc. */
export async function residentMegabytes(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]) / 1024)
  return status && `${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB`
}
