/** Runs reads of the admin area, so many at once; an urgent one comes before those that wait. */
export type Turns = <Result>(
  work: () => Promise<Result>,
  options?: { isUrgent?: boolean },
) => Promise<Result>

/**
 * The admin area's reads take turns, so that registrations never wait for more than one of them on the embedded
 * database, and never for a connection on a server.
 */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  function passOn() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async (work, { isUrgent = false } = {}) => {
    if (running < atOnce) running += 1
    else {
      await new Promise<void>((begin) => (isUrgent ? waiting.unshift(begin) : waiting.push(begin)))
    }
    try {
      return await work()
    } finally {
      // An urgent read's next portion is asked for by then, and does not wait behind a list's.
      setImmediate(passOn)
    }
  }
}
