import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { prepareCluster } from './cluster-folder.ts'
import type { EmbeddedWorkerInput, EmbeddedWorkerMessage } from './embedded-worker.ts'

export type EmbeddedOptions = {
  /** Memory: nothing is kept; starts from a snapshot file where one is named. For tests. */
  storage: { dataDir: string } | { snapshotFile?: string }
  /** Called once when the database ends unasked; without it the process ends with the error. */
  onFailure?(error: Error): void
  /** A transaction left unused for this long is rolled back, since all others wait for it. */
  idleInTransactionMs?: number
}

export type EmbeddedDatabase = {
  /** What `pg` needs to reach it. */
  connection: PoolConfig
  /** How often a file or folder was brought to the disk since the start. */
  fsyncCount(): bigint
  /** The whole database as an uncompressed archive, to start others from. */
  takeSnapshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Socket addresses hold about 104 bytes, and `pg` fixes the name within the folder. */
const longestFolder = 80
const socketName = '.s.PGSQL.5432'
const closingMs = 10_000

/**
 * Starts PGlite in a thread of its own, behind a socket that `pg` connects to. The caller holds
 * the data folder's lock. Throws when the folder belongs to another version.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const storage =
    'dataDir' in options.storage
      ? { folder: await prepareCluster(resolve(options.storage.dataDir)) }
      : options.storage
  const place = makeSocketFolder('dataDir' in options.storage ? options.storage.dataDir : undefined)
  const fsyncCount = new BigInt64Array(new SharedArrayBuffer(8))
  const input: EmbeddedWorkerInput = {
    storage,
    socketPath: place && join(place.folder, socketName),
    password: randomBytes(24).toString('base64url'),
    idleInTransactionMs: options.idleInTransactionMs ?? 30_000,
    fsyncCount,
  }
  const thread = startThread(input, options.onFailure ?? endProcess)
  const port = await thread.listening.catch((error: Error) => {
    place?.remove()
    throw error
  })
  let closing: Promise<void> | undefined
  return {
    connection: {
      ...(place ? { host: place.folder, port: 5432 } : { host: '127.0.0.1', port }),
      user: 'postgres',
      database: 'postgres',
      password: input.password,
      ssl: false,
    },
    fsyncCount: () => Atomics.load(fsyncCount, 0),
    takeSnapshot: thread.takeSnapshot,
    close: () => (closing ??= thread.close().finally(() => place?.remove())),
  }
}

function endProcess(error: Error) {
  process.nextTick(() => {
    throw error
  })
}

/** A folder that only this user can enter; none on Windows, where a loopback port is used. */
function makeSocketFolder(dataDir: string | undefined) {
  if (process.platform === 'win32') return undefined
  const wanted = dataDir && resolve(dataDir, 'socket')
  if (!wanted || Buffer.byteLength(wanted) > longestFolder) {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-'))
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
  }
  rmSync(wanted, { recursive: true, force: true })
  mkdirSync(wanted, { mode: 0o700 })
  chmodSync(wanted, 0o700)
  return { folder: wanted, remove: () => rmSync(wanted, { recursive: true, force: true }) }
}

function startThread(input: EmbeddedWorkerInput, onFailure: (error: Error) => void) {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: input,
    name: 'embedded database',
    execArgv: [],
    // Its garbage is short-lived copies of messages; by default V8 lets them pile up to 100 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 8, stackSizeMb: 64 },
  })
  let isClosing = false
  let reason: Error | undefined
  const ended = new Promise<void>((done) => worker.once('exit', () => done()))
  worker.on('error', (error) => (reason ??= error as Error))
  worker.on('message', (message: EmbeddedWorkerMessage) => {
    if (message.kind !== 'failed') return
    reason = new Error(`The embedded database stopped: ${message.message}`)
    reason.stack = message.stack
  })

  const listening = new Promise<number | undefined>((started, failed) => {
    worker.on('message', (message: EmbeddedWorkerMessage) => {
      if (message.kind === 'listening') started(message.port)
    })
    void ended.then(() => failed(reason ?? new Error('The embedded database did not start')))
  })
  void listening.then(
    () =>
      ended.then(() => {
        if (!isClosing) onFailure(reason ?? new Error('The embedded database stopped by itself'))
      }),
    () => {},
  )

  return {
    listening,
    takeSnapshot() {
      const { promise, resolve: taken } = Promise.withResolvers<Uint8Array>()
      worker.on('message', (message: EmbeddedWorkerMessage) => {
        if (message.kind === 'snapshot') taken(message.archive)
      })
      worker.postMessage('snapshot')
      return promise
    },
    async close() {
      isClosing = true
      worker.postMessage('close')
      const overdue = setTimeout(() => void worker.terminate(), closingMs)
      await ended
      clearTimeout(overdue)
    },
  }
}
