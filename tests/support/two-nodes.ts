import { onTestFinished } from 'vitest'
import { sweeps } from '#main/sweeps.ts'
import { openDatabase } from '#platform/db/open.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { anotherTestDatabase } from './database.ts'
import { startMailServer } from './mail-server.ts'
import { testApp, testClock } from './test-app.ts'

/**
 * Starts two nodes with one clock in this process: each has its own connections and job queue on one PostgreSQL
 * database, and both send through one mail server.
 */
export async function twoNodes(start: Date | string) {
  const server = await startMailServer()
  const clock = testClock(start)
  const config = {
    smtpUrl: server.url,
    mailFrom: 'hello@lights.example',
    publicUrl: 'http://lights.example',
  }
  const database = await anotherTestDatabase()
  const second = await openDatabase({ databaseUrl: database.url!, dataDir: '' })
  onTestFinished(() => second.close())
  const nodes = [
    await testApp({ config, clock, database }),
    await testApp({ config, clock, database: { ...second, truncate: async () => {} } }),
  ] as const
  const onBoth = (task: (node: (typeof nodes)[number]) => Promise<unknown>) =>
    Promise.all(nodes.map(task))
  return {
    nodes,
    clock,
    server,
    database,
    /** Runs the sweep on both nodes at once. */
    sweep: () => onBoth(({ app }) => runSteps(sweeps(app.deps))),
    /** Runs all jobs on both nodes at once, including those that wait for their next attempt. */
    async runJobs() {
      await database.pool.query(`update jobs.job set start_after = now() where state < 'active'`)
      await onBoth((node) => node.runJobs())
    },
  }
}
