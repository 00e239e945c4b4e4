// @module-tag postgres
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { testJobs } from '#tests/support/test-jobs.ts'
import { GiveUp, type JobHandlers } from './run-job.ts'
import { sweepJobs } from './waiting-jobs.ts'

test('jobs are removed two days after they ended, failed ones too, and those that wait are not', async () => {
  const database = await testDatabase()
  await database.truncate()
  const jobs = await testJobs(database)
  const handlers = {
    'send-message': async ({ outboxEntryId }: { outboxEntryId: number }) => {
      if (outboxEntryId === 2) throw new GiveUp('no such mailbox')
    },
  } as unknown as JobHandlers
  const send = (outboxEntryId: number, startAfter?: Date) =>
    jobs.send(database.db, 'send-message', [{ outboxEntryId }], { startAfter })
  await send(1)
  await send(2)
  await jobs.runDue(handlers)
  await send(3, new Date(Date.now() + 3_600_000))
  const states = async () =>
    (
      await database.pool.query<{ state: string }>(
        `select state from jobs.job where name = 'send-message' order by state`,
      )
    ).rows.map(({ state }) => state)
  await sweepJobs(database.db)
  expect(await states()).toEqual(['created', 'completed', 'failed'])
  await database.pool.query(
    `update jobs.job set completed_on = completed_on - interval '49 hours',
      created_on = created_on - interval '49 hours'`,
  )
  await sweepJobs(database.db)
  expect(await states()).toEqual(['created'])
})
