// @module-tag postgres
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { testJobs } from '#tests/support/test-jobs.ts'
import { lowPriority, createJobs } from './jobs.ts'
import { GiveUp, TryLater, type JobHandlers } from './run-job.ts'

type State = {
  state: string
  retry_count: number
  wait: number
  output: { failure: string } | null
}

async function emptyQueue() {
  const database = await testDatabase()
  await database.truncate()
  const jobs = await testJobs(database)
  const seen: number[] = []
  /** Returns handlers in which `send-message` runs `work` and all others do nothing. */
  const handlers = (work: JobHandlers['send-message']): JobHandlers => ({
    ...({ sweep: async () => {} } as unknown as JobHandlers),
    'send-message': work,
  })
  const note = handlers(async ({ outboxEntryId }) => void seen.push(outboxEntryId))
  async function look() {
    const { rows } = await database.pool.query<State>(
      `select state, retry_count, output, extract(epoch from start_after - now())::float8 as wait
        from jobs.job where name = 'send-message' order by created_on, id`,
    )
    return rows
  }
  const due = () => database.pool.query('update jobs.job set start_after = now()')
  return { ...database, jobs, seen, handlers, note, look, due }
}

test('a job sent in a transaction exists only if the transaction does', async () => {
  const { db, jobs, note, seen } = await emptyQueue()
  await db.transaction((tx) => jobs.send(tx, 'send-message', [{ outboxEntryId: 1 }]))
  const undone = db.transaction(async (tx) => {
    await jobs.send(tx, 'send-message', [{ outboxEntryId: 2 }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await jobs.runDue(note)
  expect(seen).toEqual([1])
})

test('a job that fails is tried again after two to four seconds, then later and later, an hour at most', async () => {
  const { db, jobs, handlers, look, due } = await emptyQueue()
  await jobs.send(db, 'send-message', [{ outboxEntryId: 1 }])
  const waits: number[] = []
  const failing = handlers(async () => {
    throw new Error('the line is down')
  })
  for (let tries = 0; tries < 14; tries++) {
    await due()
    expect(await jobs.runDue(failing)).toBe(1)
    const [job] = await look()
    expect(job).toMatchObject({ state: 'retry', output: { failure: 'Error' } })
    waits.push(job!.wait)
  }
  expect(waits[0]).toBeGreaterThan(1)
  expect(waits[0]).toBeLessThanOrEqual(4)
  expect(waits[4]).toBeGreaterThan(20)
  expect(Math.max(...waits)).toBeLessThanOrEqual(3600)
  expect(waits.at(-1)).toBeGreaterThan(3590)
})

test('a job that can never succeed fails at once, and its reason, which may name an address, stays out of the queue', async () => {
  const { db, jobs, handlers, look, due, pool } = await emptyQueue()
  await jobs.send(db, 'send-message', [{ outboxEntryId: 1 }])
  await jobs.runDue(
    handlers(async () => {
      throw new GiveUp('<thandi@example.com>: there is no such mailbox')
    }),
  )
  expect(await look()).toMatchObject([{ state: 'failed', output: { failure: 'GiveUp' } }])
  const { rows } = await pool.query<{ whole: string }>(
    `select j::text as whole from jobs.job j where name = 'send-message'`,
  )
  expect(rows.map(({ whole }) => whole).join('')).not.toContain('thandi@example.com')
  await due()
  expect(await jobs.runDue(handlers(async () => {}))).toBe(0)
})

test('a job with a given retry time runs then, and backs off afterwards', async () => {
  const { db, jobs, handlers, look, due } = await emptyQueue()
  await jobs.send(db, 'send-message', [{ outboxEntryId: 1 }])
  const later = handlers(async () => {
    throw new TryLater('too many', new Date(Date.now() + 90_000))
  })
  await jobs.runDue(later)
  const [postponed] = await look()
  expect(postponed!.wait).toBeGreaterThan(80)
  expect(postponed!.wait).toBeLessThan(92)
  await due()
  await jobs.runDue(
    handlers(async () => {
      throw new Error('down')
    }),
  )
  const [failed] = await look()
  expect(failed!.wait).toBeLessThanOrEqual(8)
})

test('two nodes at once do each job exactly once', async () => {
  const { db, jobs, handlers, seen, pool, kind } = await emptyQueue()
  const other = createJobs({ pool, kind })
  await other.start()
  onTestFinished(() => other.stop())
  await jobs.send(
    db,
    'send-message',
    Array.from({ length: 60 }, (_, outboxEntryId) => ({ outboxEntryId })),
  )
  const slow = handlers(async ({ outboxEntryId }) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    seen.push(outboxEntryId)
  })
  await Promise.all([jobs.runDue(slow), other.runDue(slow)])
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index))
})

test('workers take up jobs by themselves and a stop waits for those under way', async () => {
  const { db, pool, kind, jobs, handlers, look } = await emptyQueue()
  const node = createJobs({ pool, kind })
  await node.start()
  let finished = 0
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  await jobs.send(db, 'send-message', [{ outboxEntryId: 1 }])
  await node.work(
    handlers(async () => {
      begin()
      await new Promise((resolve) => setTimeout(resolve, 300))
      finished++
    }),
  )
  await begun
  await node.stop()
  expect(finished).toBe(1)
  expect(await look()).toMatchObject([{ state: 'completed' }])
})

test('interrupted jobs continue after a restart, except jobs without retries', async (context) => {
  const { db, pool, kind, jobs, handlers, look } = await emptyQueue()
  context.skip(
    kind !== 'embedded',
    'nodes that share a database learn of it by a missing heartbeat',
  )
  await jobs.send(db, 'send-message', [{ outboxEntryId: 1 }])
  await jobs.send(db, 'make-backup', [{}])
  await pool.query(`update jobs.job set state = 'active', started_on = now()`)
  let copies = 0
  let goOn = () => {}
  const isGoingOn = new Promise<void>((resolve) => (goOn = resolve))
  const node = createJobs({ pool, kind })
  await node.start()
  await node.work({
    ...handlers(async () => goOn()),
    'make-backup': async () => void copies++,
  })
  await isGoingOn
  await node.stop()
  expect(await look()).toMatchObject([{ state: 'completed', retry_count: 1 }])
  const { rows } = await pool.query(
    `select state, completed_on is not null as is_over from jobs.job where name = 'make-backup'`,
  )
  expect(rows).toEqual([{ state: 'failed', is_over: true }])
  expect(copies).toBe(0)
})

test('jobs that stay behind others hold none of them up, however long they take', async () => {
  const { db, pool, kind, jobs, handlers } = await emptyQueue()
  const many = Array.from({ length: 30 }, (_, index) => ({ outboxEntryId: index + 1 }))
  await jobs.send(db, 'send-message', many, lowPriority)
  const node = createJobs({ pool, kind })
  await node.start()
  const begun: number[] = []
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  let seconds = 0
  await node.work(
    handlers(async ({ outboxEntryId }, { isLowPriority }) => {
      begun.push(outboxEntryId)
      if (isLowPriority) await isLetGo
    }),
    async () => void seconds++,
  )
  await expect.poll(() => begun.length).toBe(4)
  await jobs.send(db, 'send-message', [{ outboxEntryId: 99 }])
  await expect.poll(() => begun).toContain(99)
  expect(begun).toHaveLength(5)
  await expect.poll(() => seconds).toBeGreaterThan(0)
  letGo()
  await node.stop()
})
