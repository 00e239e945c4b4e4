import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsWithoutEngine, startArguments } from './start-command.ts'

const startMs = 180_000
const stopMs = 20_000

export type GreenroomOptions = {
  /** A PostgreSQL database; unset: the embedded one in `dataDir`. */
  databaseUrl?: string
  /** Kept when given; otherwise a temporary folder that `close` removes. */
  dataDir?: string
  /** Where the sources are: this project, unless it is a copy of it. */
  folder?: string
  /** Settings besides, by their names; `undefined` takes one of the defaults below away. */
  env?: Record<string, string | undefined>
  /** With V8's settings of `npm start`, which keep the memory small and cost processor time. */
  isAsShipped?: boolean
  /** What `close`, or a start that fails, does at the end, besides. */
  cleanUp?: () => void | Promise<void>
}

export type Greenroom = {
  url: string
  adminUsername: string
  adminPassword: string
  dataDir: string
  databaseUrl: string | undefined
  pid: number
  /** Everything it has printed since the first start. */
  output(): string
  /** `kill -9`: nothing is tidied up. The data stays for `restart`. */
  kill(): Promise<void>
  /** A graceful stop; throws unless it ends by itself, with exit code 0. The data stays. */
  stop(): Promise<void>
  /** Starts again on the same data and the same address, after a stop or a kill or from running. */
  restart(): Promise<void>
  /** Ends it if it runs and removes its temporary folder. */
  close(): Promise<void>
}

const defaults = {
  PORT: '0',
  HOST: '127.0.0.1',
  SAMPLE_DATA: '1',
  ADMIN_USERNAME: 'organiser',
  ADMIN_PASSWORD: 'a password for journeys',
  LOG_LEVEL: 'warn',
}
const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'APPDATA', 'LANG']

/**
 * Starts the product as `npm start` does, as a process of its own on a free port, and waits until
 * it has printed its address. It inherits no setting from this process.
 */
export async function startGreenroom(options: GreenroomOptions = {}): Promise<Greenroom> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'greenroom-data-'))
  const settings = { ...defaults, DATABASE_URL: options.databaseUrl, DATA_DIR: dataDir }
  const env = { ...inherited(), ...settings, ...options.env }
  let printed = ''
  let child = await start().catch(async (error: Error) => {
    await removeTraces()
    throw error
  })

  async function start() {
    const fresh = launch(env, options)
    const from = printed.length
    for (const stream of [fresh.stdout!, fresh.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
    }
    await address(fresh, () => printed.slice(from))
    return fresh
  }
  async function removeTraces() {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    await options.cleanUp?.()
  }
  async function end(signal: NodeJS.Signals) {
    if (!isRunning(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const overdue = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(overdue)
  }
  async function stop() {
    await end('SIGTERM')
    if (child.exitCode === 0) return
    throw new Error(`It did not stop by itself (${child.signalCode ?? child.exitCode}): ${printed}`)
  }

  const url = await address(child, () => printed)
  return {
    url,
    adminUsername: env.ADMIN_USERNAME ?? 'admin',
    get adminPassword() {
      return env.ADMIN_PASSWORD ?? /password.*:\s+(\S+)/i.exec(printed)?.[1] ?? ''
    },
    dataDir,
    databaseUrl: options.databaseUrl,
    get pid() {
      return child.pid!
    },
    output: () => printed,
    kill: () => end('SIGKILL'),
    stop,
    async restart() {
      if (isRunning(child)) await stop()
      env.PORT = new URL(url).port
      child = await start()
    },
    async close() {
      await end('SIGTERM')
      await removeTraces()
    },
  }
}

function inherited(): Record<string, string | undefined> {
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}

/** It ends with this process, whatever becomes of the test that started it. */
function launch(
  env: Record<string, string | undefined>,
  { folder, isAsShipped }: GreenroomOptions,
): ChildProcess {
  const child = spawn(process.execPath, isAsShipped ? startArguments : argumentsWithoutEngine, {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  return child
}

/** The address it prints once it serves; an error with what it said when it ends or is too slow. */
async function address(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + startMs
  for (;;) {
    const found = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output())?.[0]
    if (found !== undefined) return found
    if (!isRunning(child)) throw new Error(`Greenroom ended before it served:\n${output()}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Greenroom did not serve within ${startMs / 1000} s:\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
