import type { Db } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

const everySeconds = 120

/** Asks for the mailbox of reports to be read, every two minutes on all nodes together. */
export async function requestReading(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  await jobs.send(db, 'read-bounces', [{}], { singletonSeconds: everySeconds })
}
