import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { TestDatabase } from './database.ts'

const started = new WeakMap<TestDatabase, Promise<Jobs>>()

/** The queue in a test's database, started once; nothing runs in it by itself. */
export function testJobs(database: TestDatabase): Promise<Jobs> {
  const known = started.get(database)
  if (known) return known
  const starting = start(database)
  started.set(database, starting)
  return starting
}

async function start(database: TestDatabase) {
  const jobs = createJobs(database)
  await jobs.start()
  return jobs
}
