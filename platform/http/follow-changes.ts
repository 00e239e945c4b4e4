import type { OpenDatabase } from '#platform/db/open.ts'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { ResponseCache } from './response-cache.ts'

const pollMs = 400

export type Follower = {
  /** Reads what may have changed, at once or, where it cannot be read, as soon as it can; never rejects. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

type Followed = {
  /** For the log. */
  about: string
  read: () => Promise<unknown>
  kind: OpenDatabase['kind']
  cache: Pick<ResponseCache, 'listening'>
  report: ReportFailure
}

/**
 * Keeps what this node has of the site's content, or of its settings, what any node makes it: read as soon as the
 * node hears of it, and by asking while it hears nothing. What cannot be read is asked for again.
 */
export function createFollower({ about, read, kind, cache, report }: Followed): Follower {
  let isBehind = false
  // The embedded database has one process only.
  let couldHear = kind === 'embedded'
  let reading: Promise<void> | undefined
  let turn = 0

  async function readAll() {
    try {
      while (isBehind) {
        isBehind = false
        await read()
      }
    } catch (error) {
      isBehind = true
      if (cache.listening() !== 'away') report(about, error)
    }
    reading = undefined
  }

  function catchUp() {
    isBehind = true
    return (reading ??= readAll())
  }

  const polling = setInterval(() => {
    turn++
    const listening = cache.listening()
    const canHear = listening === 'all'
    // What was changed just before it began to hear is told by nobody.
    const isUnsure = isBehind || !canHear || !couldHear
    couldHear = canHear
    // A database that seems away is asked less often.
    if (isUnsure && (listening !== 'away' || turn % 5 === 0)) void catchUp()
  }, pollMs).unref()

  return {
    catchUp,
    async stop() {
      clearInterval(polling)
      await reading
    },
  }
}
