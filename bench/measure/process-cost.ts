import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'

const tickMicroseconds = 10_000

/** The fields of /proc/…/stat from the third on; undefined where there is none. */
async function readStat(pid: number | string): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may itself contain spaces.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The 14th and 15th fields are a process's own times, the two after them those of ended children. */
function microseconds(fields: string[], withEnded: boolean) {
  const times = fields.slice(11, withEnded ? 15 : 13)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * tickMicroseconds
}

/** Processor time that a process and its threads used so far; undefined where there is no /proc. */
export async function cpuMicroseconds(pid: number): Promise<number | undefined> {
  const fields = await readStat(pid)
  return fields && microseconds(fields, false)
}

/** The same of a process and all that it started, what ended meanwhile included. */
export async function familyMicroseconds(pid: number): Promise<number | undefined> {
  const own = await readStat(pid)
  if (!own) return undefined
  let sum = microseconds(own, true)
  for (const name of await readdir('/proc')) {
    const fields = /^\d+$/.test(name) ? await readStat(name) : undefined
    if (fields?.[1] === String(pid)) sum += microseconds(fields, true)
  }
  return sum
}

/** The first process of a PostgreSQL server on this machine, the parent of all others. */
export async function findServerProcess(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const fields = await readStat(rows[0]!.pid)
  await client.end()
  return Number(fields?.[1])
}

/** Resident memory in MB, threads included: now, and the most it ever was; undefined without /proc. */
export async function residentMegabytes(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]) / 1024)
  return status && `${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB`
}
