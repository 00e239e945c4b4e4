import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsWithoutEngine, startArguments } from './start-command.ts'

const startMs = 180_000
const stopMs = 20_000

export type GreenroomOptions = {
  /** URL of a PostgreSQL database; by default the embedded one in `dataDir`. */
  databaseUrl?: string
  /** Kept if given; otherwise a temporary folder that `close` deletes. */
  dataDir?: string
  /** Folder of the sources, if it is a copy of this project. */
  folder?: string
  /** Additional settings; `undefined` removes a default. */
  env?: Record<string, string | undefined>
  /** Whether to use V8 options of `npm start`, which save memory and cost CPU time. */
  isAsShipped?: boolean
  /** Called at the end of `close`, or of a failed start. */
  cleanUp?: () => void | Promise<void>
}

export type Greenroom = {
  url: string
  adminUsername: string
  adminPassword: string
  dataDir: string
  databaseUrl: string | undefined
  pid: number
  /** All output since the first start. */
  output(): string
  /** Kills the process with -9; the data stay for `restart`. */
  kill(): Promise<void>
  /** Stops gracefully; throws unless the exit code is 0. The data stay. */
  stop(): Promise<void>
  /** Restarts on the same data and port. */
  restart(): Promise<void>
  /** Stops it and deletes its temporary folder. */
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
 * Starts the product like `npm start` in a child process on a free port, and waits until it has printed its
 * address. It inherits no settings.
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

/** The process ends with this one, even if the test crashes. */
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

/** Returns the printed address; throws with the output if the process exits or is too slow. */
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
