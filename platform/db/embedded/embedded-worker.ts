import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from './durable-files.ts'
import { compileLightly, watchEngine } from './pglite-engine.ts'
import { startupMessage } from './protocol-messages.ts'
import { createProtocolServer, type SharedSession } from './protocol-server.ts'

/** Start parameters of the worker thread that runs the embedded database. */
export type EmbeddedWorkerInput = {
  /** Folder of the database files; or, for an in-memory database, a snapshot file with its initial content. */
  storage: { folder: string } | { snapshotFile?: string }
  /** Unix socket to listen on; if that fails, the thread listens on a free loopback port. */
  socketPath?: string
  password: string
  idleInTransactionMs: number
  /** Shared counter of completed fsync calls. */
  fsyncCount: BigInt64Array<SharedArrayBuffer>
}

export type EmbeddedWorkerMessage =
  | { kind: 'listening'; port?: number }
  | { kind: 'failed'; reason: string; cause: unknown }
  | { kind: 'snapshot'; archive: Uint8Array }

const answerSize = 64 * 1024
const input = workerData as EmbeddedWorkerInput

function post(message: EmbeddedWorkerMessage) {
  parentPort!.postMessage(message)
}

/** The last lines of PostgreSQL's log, which explain a crash. */
const log: string[] = []

function remember(line: string) {
  log.push(line)
  if (log.length > 5) log.shift()
  return true
}

/**
 * Ends the worker thread of the embedded database after an unexpected error, because later query results could be
 * wrong. All connections break.
 */
function fail(error: unknown): never {
  const cause = error instanceof Error ? error : new Error('PostgreSQL ended')
  post({ kind: 'failed', reason: [cause.message, ...log].join('\n'), cause })
  process.exit(1)
}

const lean = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']
/**
 * Parameters of initdb for in-memory databases. They never replay the write-ahead log, and small log segments (1
 * MB) make their snapshots faster to copy.
 */
const initDbStartParams = ['--wal-segsize=1']

async function startDatabase() {
  const { storage, fsyncCount } = input
  if (!('folder' in storage)) {
    const archive = storage.snapshotFile && new Blob([readFileSync(storage.snapshotFile)])
    const loadDataDir = archive || undefined
    return PGlite.create({ loadDataDir, startParams: lean, initDbStartParams, onStderr: remember })
  }
  // PGlite's default parameter `-F` disables fsync; remove it for durability.
  const durable = lean.filter((parameter) => parameter !== '-F')
  const startParams = [...durable, '-c', 'wal_sync_method=fsync']
  const fs = new DurableFiles(storage.folder, { fsyncCount, onFailure: fail })
  return PGlite.create({ fs, startParams, onStderr: remember })
}

function shareSession(database: PGlite, greeting: Buffer): SharedSession {
  return {
    greeting,
    isInTransaction: () => database.isInTransaction(),
    async execute(messages, answer) {
      let parts: Buffer[] = []
      let size = 0
      function send() {
        if (size > 0) answer(Buffer.concat(parts, size))
        parts = []
        size = 0
      }
      await database.execProtocolRawStream(messages, {
        syncToFs: false,
        // Copy the bytes, because PGlite reuses their memory at once.
        onRawData(bytes) {
          size += parts[parts.push(Buffer.from(bytes)) - 1]!.length
          if (size >= answerSize) send()
        },
      })
      send()
    },
  }
}

async function serve() {
  const database = await startDatabase()
  watchEngine(database, fail)
  const greeting = await database.execProtocolRaw(startupMessage('postgres', 'postgres'))
  const server = createProtocolServer({
    session: shareSession(database, Buffer.from(greeting)),
    password: input.password,
    idleInTransactionMs: input.idleInTransactionMs,
    onFatal: fail,
  })
  post({ kind: 'listening', port: await listen(server) })
  server.on('error', fail)
  parentPort!.on('message', (request: 'close' | 'snapshot') => {
    if (request === 'close') database.close().then(() => process.exit(0), fail)
    else void database.dumpDataDir('none').then(sendArchive).catch(fail)
  })
}

/**
 * Starts listening for connections. Returns the TCP port on the loopback interface; undefined if a Unix socket could be
 * opened.
 */
async function listen(server: Server) {
  const { socketPath: path } = input
  // Unix sockets may fail in folders shared with another system, such as container volumes; then listen on a port.
  if (path && (await once(server.listen({ path }), 'listening').catch(() => null))) return undefined
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  return (server.address() as AddressInfo).port
}

async function sendArchive(archive: Blob) {
  post({ kind: 'snapshot', archive: await archive.bytes() })
}

compileLightly()
serve().catch(fail)
