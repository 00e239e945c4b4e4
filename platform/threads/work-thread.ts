import { Worker } from 'node:worker_threads'

/** Message of a worker thread about a task: it has begun, its result, or its error. */
export type ThreadAnswer = 'begun' | { answer: unknown } | { problem: unknown }

/** A task exceeded its time or memory limit. */
export class TooMuchWork extends Error {}

type Answer<Work extends (task: never) => unknown> = Awaited<ReturnType<Work>>

type Waiting = { task: unknown; fulfil: (answer: never) => void; reject: (why: unknown) => void }
type Running = Waiting & { worker: Worker; overdue?: NodeJS.Timeout }

/**
 * Runs tasks one after another in a worker thread, so that untrusted input cannot block the event loop. The file
 * `script` must call `answerTasks`. A task that exceeds `deadlineMs` is terminated, and `run` throws TooMuchWork.
 */
export function createWorkThread<Work extends (task: never) => unknown>(
  script: URL,
  { deadlineMs = 20_000, idleMs = 10_000, mostMegabytes = 512 } = {},
): { run(task: Parameters<Work>[0]): Promise<Answer<Work>> } {
  const queue: Waiting[] = []
  let worker: Worker | undefined
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined

  function start() {
    // The worker thread gets no environment variables, because it needs no secrets.
    const started = new Worker(script, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    started.on('message', (message: ThreadAnswer) => {
      if (running?.worker !== started) return
      if (message === 'begun')
        running.overdue = setTimeout(() => giveUp(started, late()), deadlineMs)
      else if ('answer' in message) settle(({ fulfil }) => fulfil(message.answer as never))
      else settle(({ reject }) => reject(message.problem))
    })
    started.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      giveUp(started, isFull ? new TooMuchWork(error.message) : error)
    })
    started.on('exit', () => giveUp(started, new Error('The thread ended unexpectedly')))
    return started
  }

  function late() {
    return new TooMuchWork(`It took longer than ${deadlineMs / 1000} seconds`)
  }

  function giveUp(ended: Worker, reason: Error) {
    if (worker === ended) worker = undefined
    void ended.terminate()
    if (running?.worker === ended) settle(({ reject }) => reject(reason))
  }

  function settle(tell: (task: Waiting) => void) {
    const done = running!
    running = undefined
    clearTimeout(done.overdue)
    done.worker.unref()
    tell(done)
    next()
  }

  function next() {
    if (running) return
    clearTimeout(idle)
    const waiting = queue.shift()
    if (!waiting) {
      idle = setTimeout(stop, idleMs).unref()
      return
    }
    const used = (worker ??= start())
    used.ref()
    running = { ...waiting, worker: used }
    used.postMessage(waiting.task)
  }

  function stop() {
    void worker?.terminate()
    worker = undefined
  }

  return {
    run(task) {
      const { promise, resolve: fulfil, reject } = Promise.withResolvers<Answer<Work>>()
      queue.push({ task, fulfil, reject })
      next()
      return promise
    },
  }
}
