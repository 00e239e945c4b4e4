import { answerMessages } from '#bench/stage/answer-messages.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { openBare, type Opening } from './open-bare.ts'
import { enterLibrary, readLibrary, reportProgress, type Member } from './use-library.ts'
import { writeRegistration } from './write-registration.ts'

/** `lean`: ten connections and named statements, instead of the product's pool. */
export type Batch = {
  work: 'register' | 'register lean' | 'enter' | 'read' | 'report'
  eventId: number
  first: number
  count: number
  callers: number
}

async function doBatch({ pool }: OpenDatabase, batch: Batch) {
  const { work, eventId, first, count } = batch
  const recordingId = work === 'report' ? await findRecording(pool) : 0
  const callers = work === 'register lean' ? 10 : batch.callers
  let next = first
  async function doOne(number: number) {
    const client = await pool.connect()
    try {
      if (work === 'enter') members.push(await enterLibrary(client, number))
      else if (work === 'read') await readLibrary(client, members[number % members.length]!)
      else if (work === 'report')
        await reportProgress(client, members[number % members.length]!, recordingId)
      else await writeRegistration(client, number, { eventId, named: work === 'register lean' })
    } finally {
      client.release()
    }
  }
  async function call() {
    while (next < first + count) await doOne(next++)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: callers }, call))
  return { seconds: (performance.now() - started) / 1000 }
}

/** Event ids in this database differ from the site's. */
async function findRecording(pool: OpenDatabase['pool']): Promise<number> {
  const { rows } = await pool.query(
    'select id from events where recording_ready order by id limit 1',
  )
  return rows[0].id
}

/**
 * The yardstick of database work: same database, pool and rows, without the product, in a child process. The
 * first message opens it, each further one is a batch of work.
 */
let database: OpenDatabase | undefined
const members: Member[] = []
answerMessages(
  async (message: Opening | Batch) => {
    if ('work' in message) return doBatch(database!, message)
    database = await openBare(message)
    return 'open'
  },
  async () => database?.close(),
)
