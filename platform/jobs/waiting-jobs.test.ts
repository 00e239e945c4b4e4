// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { testJobs } from '#tests/support/test-jobs.ts'
import { highPriority } from './jobs.ts'
import { countWaitingJobs, findNextTries, lacksJob, retryJobs } from './waiting-jobs.ts'

async function emptyQueue() {
  const database = await testDatabase()
  await database.truncate()
  return { ...database, jobs: await testJobs(database) }
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000)

test('waiting mails become due, mails without a job get one, and mails being sent are not touched', async () => {
  const { db, jobs } = await emptyQueue()
  const seat = (registrationId: number) => ({ registrationId })
  await jobs.send(db, 'take-webinar-seat', [seat(1), seat(2), seat(3)], { startAfter: tomorrow() })
  await db.execute(sql`update jobs.job set state = 'active' where singleton_key = '2'`)
  const wanted = [seat(1), seat(2), seat(4)]
  await db.transaction((tx) => retryJobs(tx, jobs, 'take-webinar-seat', wanted, highPriority))
  const { rows } = await db.execute(sql`
    select singleton_key as key, state, priority, start_after <= now() as "isDue"
    from jobs.job where name = 'take-webinar-seat' order by 1`)
  expect(rows).toEqual([
    { key: '1', state: 'created', priority: 0, isDue: true },
    { key: '2', state: 'active', priority: 0, isDue: false },
    { key: '3', state: 'created', priority: 0, isDue: false },
    { key: '4', state: 'created', priority: 10, isDue: true },
  ])
  expect(await countWaitingJobs(db, 'take-webinar-seat')).toBe(3)
  expect(await countWaitingJobs(db, 'send-message')).toBe(0)
})

test('a person whose telling waits for another try gets no second job beside it', async () => {
  const { db, jobs } = await emptyQueue()
  await jobs.send(db, 'sync-subscriber', [{ userId: 1 }], { startAfter: tomorrow() })
  await db.execute(sql`update jobs.job set state = 'retry', retry_count = 3`)
  const both = [{ userId: 1 }, { userId: 2 }]
  await db.transaction((tx) => retryJobs(tx, jobs, 'sync-subscriber', both))
  const { rows } = await db.execute(sql`select retry_count as tries from jobs.job order by 1`)
  expect(rows).toEqual([{ tries: 0 }, { tries: 3 }])
})

test('the next try of each row is known, and rows without a job are listed', async () => {
  const { db, jobs } = await emptyQueue()
  const at = tomorrow()
  const payloads = [1, 2, 3, 4].map((userId) => ({ userId }))
  await jobs.send(db, 'sync-subscriber', payloads.slice(0, 3), { startAfter: at })
  await db.execute(sql`update jobs.job set state = 'active' where singleton_key = '2'`)
  await db.execute(sql`update jobs.job set state = 'completed' where singleton_key = '3'`)
  expect(await findNextTries(db, 'sync-subscriber', ['1', '2', '3', '4'])).toEqual(
    new Map([['1', at.toISOString()]]),
  )
  expect(await findNextTries(db, 'sync-subscriber', [])).toEqual(new Map())
  const { rows } = await db.execute(sql`select id from generate_series(1, 4) id
    where ${lacksJob('sync-subscriber', sql`id`)} order by 1`)
  expect(rows).toEqual([{ id: 3 }, { id: 4 }])
})
