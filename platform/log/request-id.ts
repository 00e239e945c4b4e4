import { AsyncLocalStorage } from 'node:async_hooks'

const carried = new AsyncLocalStorage<string>()

/** Runs work with a request id, which appears in log lines and is passed on to jobs. */
export function carryRequestId<Result>(id: string, work: () => Result): Result {
  return carried.run(id, work)
}

/** Returns the id of the current request or job; undefined outside of both. */
export function currentRequestId(): string | undefined {
  return carried.getStore()
}
