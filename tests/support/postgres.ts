import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

const run = promisify(execFile)
const startMs = 30_000

export type TemporaryPostgres = {
  url: string
  version: number
  /** Kills the server with -9; unwritten data are lost. */
  kill(): Promise<void>
  /** Restarts a killed server on the same files and port; it recovers. */
  restart(): Promise<void>
  stop(): Promise<void>
}
export type NoPostgres = { url: null; reason: string }

/**
 * Starts an empty PostgreSQL server on a free loopback port with temporary files. `durable` enables fsync, for
 * benchmarks. Returns the reason if the server is not installed.
 */
export async function startPostgres(
  options: { durable?: boolean } = {},
): Promise<TemporaryPostgres | NoPostgres> {
  const binaries = await findPostgresBinaries()
  if (!binaries) {
    return { url: null, reason: 'no PostgreSQL 15+ server binaries (initdb, postgres) found' }
  }
  const user = await unprivilegedUser()
  if (user === null) return { url: null, reason: 'run as root, and no user "postgres" or "nobody"' }

  const folder = await mkdtemp(join(tmpdir(), 'greenroom-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
  const files = join(folder, 'files')
  const asUser = { ...user, cwd: folder }
  const remove = () => rm(folder, { recursive: true, force: true })
  let server: ChildProcess | undefined
  const quit = () => server?.kill('SIGQUIT')
  process.once('exit', quit)
  async function stop() {
    if (server) await end(server, 'SIGINT')
    process.off('exit', quit)
    await remove()
  }
  try {
    const cluster = ['-D', files, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
    await run(join(binaries.folder, 'initdb'), cluster, asUser)
    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 200,
      fsync: options.durable ? 'on' : 'off',
    }
    const parameters = Object.entries(settings).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    async function start() {
      server = spawn(join(binaries!.folder, 'postgres'), ['-D', files, ...parameters], {
        ...asUser,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await becomeReady(server, url)
    }
    await start()
    return {
      url,
      version: binaries.version,
      kill: () => killWithBackends(server!, url),
      restart: () => keepTrying(start),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The same, but throws if the server is not installed. */
export async function startedPostgres(
  options: { durable?: boolean } = {},
): Promise<TemporaryPostgres> {
  const server = await startPostgres(options)
  if (server.url === null) throw new Error(`PostgreSQL does not start: ${server.reason}`)
  return server
}

async function becomeReady(server: ChildProcess, url: string) {
  let log = ''
  server.stderr!.on('data', (text: Buffer) => (log = (log + text.toString()).slice(-4000)))
  const deadline = Date.now() + startMs
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`, { cause: error })
      if (Date.now() > deadline) throw new Error(`PostgreSQL isn't ready: ${log}`, { cause: error })
      await wait(50)
    }
  }
}

/** Processes of a killed server take a moment to end, and block a new start. */
async function keepTrying(start: () => Promise<void>) {
  const deadline = Date.now() + startMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(100)
    }
  }
}

/**
 * Kills the postmaster and its backends, and waits until they are gone. Alone, a killed postmaster leaves backends that
 * answer for up to 200 ms, until they notice its end.
 */
async function killWithBackends(server: ChildProcess, url: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  // A stopped postmaster starts no backend after this list.
  server.kill('SIGSTOP')
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  await client.end()
  await end(server, 'SIGKILL')
  for (const { pid } of rows) killIfRunning(pid)
  const list = ['-o', 'stat=', '-p', rows.map(({ pid }) => pid).join(',')]
  const hasEnded = async () => {
    // `ps` fails if there is no such process. A zombie has ended.
    const { stdout } = await run('ps', list).catch(() => ({ stdout: '' }))
    return stdout.split('\n').every((state) => state === '' || state.startsWith('Z'))
  }
  while (!(await hasEnded())) await wait(5)
}

function killIfRunning(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The backend has ended by itself.
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it closes connections and exits. */
async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL') {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  const overdue = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(overdue)
}
