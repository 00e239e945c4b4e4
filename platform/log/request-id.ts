import { AsyncLocalStorage } from 'node:async_hooks'

const carried = new AsyncLocalStorage<string>()

/**
 * Does work, and whatever follows from it in this process, in the name of one request: lines of the log
 * bear its id, and jobs that are sent meanwhile carry it on to whoever does them.
 */
export function carryRequestId<Result>(id: string, work: () => Result): Result {
  return carried.run(id, work)
}

/** The request in whose name this is done; a job of the clock's own is one by itself. Undefined in neither. */
export function currentRequestId(): string | undefined {
  return carried.getStore()
}
