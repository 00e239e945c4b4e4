import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from './work-thread.ts'

/**
 * Called in the file that a worker thread runs: receives tasks from createWorkThread, calls `work` for each and sends
 * back the result.
 */
export function answerTasks(work: (task: never) => unknown): void {
  const port = parentPort
  if (!port) throw new Error('This file must run as a thread')
  const say = (message: ThreadAnswer) => port.postMessage(message)
  async function answer(task: unknown) {
    say('begun')
    try {
      say({ answer: await work(task as never) })
    } catch (problem) {
      say({ problem })
    }
  }
  port.on('message', (task) => void answer(task))
}
