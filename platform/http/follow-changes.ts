import type { OpenDatabase } from '#platform/db/open.ts'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { ResponseCache } from './response-cache.ts'

const pollMs = 400

export type Follower = {
  /** Reloads the site's content or the settings now; after a failure, polling retries. Never rejects. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

type Followed = {
  /** Name of the reload in log lines, such as 'Reading the settings'. */
  about: string
  read: () => Promise<unknown>
  kind: OpenDatabase['kind']
  cache: Pick<ResponseCache, 'listening'>
  report: ReportFailure
}

/**
 * Keeps this node's copy of the site's content or of the settings up to date. The listener for PostgreSQL notifications
 * calls `catchUp` to reload; while no notifications arrive, a timer polls the database. Retries failed reads.
 */
export function createFollower({ about, read, kind, cache, report }: Followed): Follower {
  let isStale = false
  // An embedded database has one process, which needs no notifications.
  let couldHear = kind === 'embedded'
  let reading: Promise<void> | undefined
  let turn = 0

  async function readAll() {
    try {
      while (isStale) {
        isStale = false
        await read()
      }
    } catch (error) {
      isStale = true
      if (cache.listening() !== 'away') report(about, error)
    }
    reading = undefined
  }

  function catchUp() {
    isStale = true
    return (reading ??= readAll())
  }

  const polling = setInterval(() => {
    turn++
    const listening = cache.listening()
    const canHear = listening === 'all'
    // If notifications have just resumed, reload once more, because one that was sent shortly before was lost.
    const isUnsure = isStale || !canHear || !couldHear
    couldHear = canHear
    // Poll less often while the database is down.
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
