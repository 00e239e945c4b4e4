import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerInput, EmbeddedWorkerMessage } from './embedded-worker.ts'

/** After this long a thread that does not close by itself is ended; its files survive that. */
const closingMs = 10_000

export type EmbeddedThread = {
  /** The loopback port that it listens on; none when it listens on the socket it was given. */
  port?: number
  takeSnapshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Starts the database's thread and waits until it listens. Throws when it does not get there;
 * `onFailure` is called when it ends later without having been asked to.
 */
export async function startEmbeddedThread(
  input: EmbeddedWorkerInput,
  onFailure: (error: Error) => void,
): Promise<EmbeddedThread> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: input,
    name: 'embedded database',
    execArgv: [],
    // Its garbage is short-lived copies of messages; by default V8 lets them pile up to 100 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 8, stackSizeMb: 64 },
  })
  let isClosing = false
  let reason = new Error('The embedded database stopped by itself')
  worker.on('error', (cause: Error) => {
    reason = new Error(`The embedded database stopped: ${cause.message}`, { cause })
  })
  worker.on('message', (message: EmbeddedWorkerMessage) => {
    if (message.kind !== 'failed') return
    reason = new Error(`The embedded database stopped: ${message.reason}`, { cause: message.cause })
  })
  const ended = once(worker, 'exit')

  function answer<Kind extends EmbeddedWorkerMessage['kind']>(kind: Kind) {
    const { promise, resolve, reject } = Promise.withResolvers<
      EmbeddedWorkerMessage & { kind: Kind }
    >()
    worker.on('message', (message: EmbeddedWorkerMessage) => {
      if (message.kind === kind) resolve(message as EmbeddedWorkerMessage & { kind: Kind })
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
