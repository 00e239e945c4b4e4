import { AsyncLocalStorage } from 'node:async_hooks'

const carried = new AsyncLocalStorage<string>()

/** Runs `work` with a request id, which log lines contain and which is passed on to jobs. */
export function carryRequestId<Result>(id: string, work: () => Result): Result {
  return carried.run(id, work)
}

/** Returns the request id of the current HTTP request or job; undefined outside of both. */
export function currentRequestId(): string | undefined {
  return carried.getStore()
}
