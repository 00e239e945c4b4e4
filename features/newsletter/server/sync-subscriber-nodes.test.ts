// @module-tag postgres
import { expect, test } from 'vitest'
import type { Db } from '#platform/db/open.ts'
import { TryLater } from '#platform/jobs/run-job.ts'
import { mailingListMembers } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'
import { createMailerliteClient } from './mailerlite-client.ts'
import { syncSubscriber } from './sync-subscriber.ts'

/** Creates a node of its own that runs one job. */
function nodeOf({ mailerlite, members, clock }: Awaited<ReturnType<typeof mailingListApp>>) {
  const client = createMailerliteClient(mailerlite)
  return (db: Db, userId: number) =>
    syncSubscriber(
      db,
      { client, membersGroup: members.id, series: 'Lights', now: clock.now() },
      userId,
      { number: 1, isLast: false },
    )
}

test('a process killed between an answer and its note leaves one subscriber and one group of each', async () => {
  const app = await mailingListApp()
  const { clock, db, lite, later, register, states } = app
  const event = await buildEvent(db)
  const email = await register({ eventIds: [event.id] })
  const [person] = await db.select().from(users)

  /** Creates a node that crashes once MailerLite has executed the call, before recording the response. */
  async function dieAt(wanted: string) {
    let isDead = false
    lite.onCall = ({ method, path }) => {
      isDead ||= `${method} ${path.split('?')[0]}` === wanted
    }
    const dying = new Proxy(db, {
      get(target, name) {
        if (isDead) throw new Error('killed')
        return Reflect.get(target, name) as unknown
      },
    })
    await expect(nodeOf(app)(dying, person!.id)).rejects.toThrow('killed')
    lite.onCall = () => {}
    expect(await states()).toEqual(['syncing'])
    await expect(nodeOf(app)(db, person!.id)).rejects.toThrow(TryLater)
    clock.set(new Date(clock.now().getTime() + 61_000))
  }
  for (const call of ['POST /api/groups', 'POST /api/subscribers']) await dieAt(call)
  expect([lite.groups.length, lite.subscribers.size]).toEqual([2, 1])
  await later(1)
  expect(await states()).toEqual(['synced'])
  expect(lite.groups).toHaveLength(2)
  expect([...lite.subscribers.keys()]).toEqual([email])
  const writing = lite.calls.filter(({ method }) => method === 'POST')
  expect(writing.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/api/groups 201',
    '/api/subscribers 201',
    '/api/subscribers 200',
  ])
})

/** Returns the database as one node sees it, with some operations replaced. */
function seenAs(db: Db, operations: Partial<Record<keyof Db, unknown>>): Db {
  return new Proxy(db, {
    get: (target, name) =>
      name in operations ? operations[name as keyof Db] : (Reflect.get(target, name) as unknown),
  })
}

/** Returns a query builder whose query is sent only once `ready` resolves. */
function sentAfter<Statement extends object>(
  ready: () => Promise<unknown>,
  statement: Statement,
): Statement {
  return new Proxy(statement, {
    get(target, name) {
      const found = Reflect.get(target, name) as unknown
      if (typeof found !== 'function') return found
      if (name === 'then')
        return async (...heard: unknown[]) => (await ready(), found.apply(target, heard) as unknown)
      return (...values: unknown[]) => sentAfter(ready, found.apply(target, values) as object)
    },
  })
}

test('a person synced by another node meanwhile is not synced again', async () => {
  const app = await mailingListApp()
  const { db, later, register, states, told } = app
  await register()
  const [person] = await db.select().from(users)
  const isAnswered = Promise.withResolvers<void>()
  const otherHasRead = Promise.withResolvers<void>()
  const one = seenAs(db, {
    transaction: async (work: Parameters<Db['transaction']>[0]) => {
      isAnswered.resolve()
      await otherHasRead.promise
      return db.transaction(work)
    },
  })
  const syncing = nodeOf(app)(one, person!.id)
  await isAnswered.promise
  function oneIsDone() {
    otherHasRead.resolve()
    return syncing
  }
  const other = seenAs(db, {
    update: (table: typeof mailingListMembers) => sentAfter(oneIsDone, db.update(table)),
  })
  await expect(nodeOf(app)(other, person!.id)).rejects.toThrow(TryLater)
  for (let round = 0; round < 2; round++) await later(5)
  expect(await states()).toEqual(['synced'])
  expect(told().map(({ status }) => status)).toEqual([201])
})

test('two nodes at once make one group of an event, and tell each person once', async () => {
  const app = await mailingListApp()
  const { db, lite, later, register, states, told } = app
  for (let other = 0; other < 150; other++) lite.addGroup(`Lights, event 1${other}: Another`)
  const event = await buildEvent(db)
  const people = 6
  for (let index = 0; index < people; index++) await register({ eventIds: [event.id] })
  const ids = (await db.select({ id: users.id }).from(users)).map(({ id }) => id)
  const [one, other] = [nodeOf(app), nodeOf(app)]
  const results = await Promise.allSettled(ids.flatMap((id) => [one(db, id), other(db, id)]))
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error] : [],
  )
  expect(refused.filter((error) => !(error instanceof TryLater))).toEqual([])
  for (let round = 0; round < 3; round++) await later(5)
  expect(await states()).toEqual(Array(people).fill('synced'))
  const made = lite.calls.filter(({ method, path }) => method === 'POST' && path === '/api/groups')
  expect(made).toHaveLength(1)
  expect(told().map(({ status }) => status)).toEqual(Array(people).fill(201))
  expect(await db.$count(mailingListMembers)).toBe(people)
})
