import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { readProcessTimes } from '#tests/support/process-times.ts'

/** Returns the CPU time of a process and its threads; undefined without /proc. */
export async function cpuMicroseconds(pid: number): Promise<number | undefined> {
  const times = readProcessTimes(pid)
  return times && times.own * 1e6
}

/** Returns the CPU time of a process and its descendants, including ended ones. */
export async function familyMicroseconds(pid: number): Promise<number | undefined> {
  const own = readProcessTimes(pid)
  if (!own) return undefined
  let seconds = own.own + own.ended
  for (const name of await readdir('/proc')) {
    const times = /^\d+$/.test(name) ? readProcessTimes(name) : undefined
    if (times?.parent === pid) seconds += times.own + times.ended
  }
  return seconds * 1e6
}

/** Returns the main process of a local PostgreSQL server, the parent of all others. */
export async function findServerProcess(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const times = readProcessTimes(rows[0]!.pid)
  await client.end()
  return Number(times?.parent)
}

/** Returns resident memory in MB including threads: current and peak; undefined without /proc. */
export async function residentMegabytes(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]) / 1024)
  return status && `${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB`
}
