import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { TestDatabase } from './database.ts'

const started = new WeakMap<TestDatabase, Promise<Jobs>>()

/** Returns the queue of a test's database, started once, without workers. */
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
