import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { prepareCluster } from './cluster-folder.ts'
import type { EmbeddedWorkerInput, EmbeddedWorkerMessage } from './embedded-worker.ts'

export type EmbeddedOptions = {
  /**
   * Folder of the database. Without `dataDir`, the database is in memory, for tests, and starts with the content of
   * `snapshotFile`.
   */
  storage: { dataDir: string } | { snapshotFile?: string }
  /** Called once if the database crashes. Without this callback, a crash ends the process. */
  onFailure?(error: Error): void
  /**
   * Milliseconds after which an idle transaction is rolled back. The embedded database runs one transaction at a time,
   * so all others wait for it.
   */
  idleInTransactionMs?: number
}

export type EmbeddedDatabase = {
  /** Connection options for `pg`. */
  connection: PoolConfig
  /** Returns the number of fsync calls since the database started. */
  fsyncCount(): bigint
  /** Returns the database as an uncompressed archive, from which other databases can start. */
  takeSnapshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Maximum length, in bytes, of the path of the socket's folder. Operating systems limit socket paths to about 104
 * bytes, and `pg` requires the file name `socketName`.
 */
const longestFolder = 80
const socketName = '.s.PGSQL.5432'

/**
 * Starts PGlite in a worker thread that listens on a socket for `pg`. The caller must hold the data folder's lock.
 * Throws if another PGlite version created the database.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const storage =
    'dataDir' in options.storage
      ? { folder: await prepareCluster(resolve(options.storage.dataDir)) }
      : options.storage
  const place = process.platform === 'win32' ? undefined : makeSocketFolder(options.storage)
  const fsyncCount = new BigInt64Array(new SharedArrayBuffer(8))
  const input: EmbeddedWorkerInput = {
    storage,
    socketPath: place && join(place.folder, socketName),
    password: randomBytes(24).toString('base64url'),
    idleInTransactionMs: options.idleInTransactionMs ?? 30_000,
    fsyncCount,
  }
  const failing = options.onFailure ?? endProcess
  const thread = await startEmbeddedThread(input, failing).catch((error: Error) => {
    place?.remove()
    throw error
  })
  let closing: Promise<void> | undefined
  return {
    connection: {
      ...(place && thread.port === undefined
        ? { host: place.folder, port: 5432 }
        : { host: '127.0.0.1', port: thread.port }),
      user: 'postgres',
      database: 'postgres',
      password: input.password,
      ssl: false,
    },
    fsyncCount: () => Atomics.load(fsyncCount, 0),
    takeSnapshot: () => thread.takeSnapshot(),
    close: () => (closing ??= thread.close().finally(() => place?.remove())),
  }
}

function endProcess(error: Error) {
  process.nextTick(() => {
    throw error
  })
}

/** Creates the folder of the Unix socket, which only this operating system user can enter. */
function makeSocketFolder(storage: EmbeddedOptions['storage']) {
  const wanted = 'dataDir' in storage && resolve(storage.dataDir, 'socket')
  if (!wanted || Buffer.byteLength(wanted) > longestFolder) {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-'))
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
  }
  rmSync(wanted, { recursive: true, force: true })
  mkdirSync(wanted, { mode: 0o700 })
  chmodSync(wanted, 0o700)
  return { folder: wanted, remove: () => rmSync(wanted, { recursive: true, force: true }) }
}

/**
 * Milliseconds to wait for the database thread to close. Then the thread is terminated; the files on disk stay intact,
 * as in a crash.
 */
const closingMs = 10_000

type EmbeddedThread = {
  /** The loopback port of the embedded database's thread; undefined if the thread listens on the Unix socket. */
  port?: number
  takeSnapshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Starts the database thread and waits until it listens. Throws if the start fails; a later crash
 * calls `onFailure`.
 */
export async function startEmbeddedThread(
  input: EmbeddedWorkerInput,
  onFailure: (error: Error) => void,
): Promise<EmbeddedThread> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: input,
    name: 'embedded database',
    execArgv: [],
    // Limit V8's young generation: most garbage is short-lived copies of protocol messages, and by default V8 lets
    // it grow to 100 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 8, stackSizeMb: 64 },
  })
  let isClosing = false
  let reason = new Error('The embedded database stopped unexpectedly')
  worker.on('error', (cause: Error) => {
    reason = new Error(`The embedded database stopped: ${cause.message}`, { cause })
  })
  worker.on('message', (message: EmbeddedWorkerMessage) => {
    if (message.kind !== 'failed') return
    reason = new Error(`The embedded database stopped: ${message.reason}`, { cause: message.cause })
  })
  const ended = once(worker, 'exit')

  function answer<Kind extends EmbeddedWorkerMessage['kind']>(kind: Kind) {
    const {
      promise,
      resolve: fulfil,
      reject,
    } = Promise.withResolvers<EmbeddedWorkerMessage & { kind: Kind }>()
    worker.on('message', (message: EmbeddedWorkerMessage) => {
      if (message.kind === kind) fulfil(message as EmbeddedWorkerMessage & { kind: Kind })
    })
    void ended.then(() => reject(reason))
    return promise
  }

  const { port } = await answer('listening')
  void ended.then(() => {
    if (!isClosing) onFailure(reason)
  })
  return {
    port,
    async takeSnapshot() {
      worker.postMessage('snapshot')
      return (await answer('snapshot')).archive
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
