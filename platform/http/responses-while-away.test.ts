import { expect, onTestFinished, test, vi } from 'vitest'
import { listEvents } from '#features/events/contract.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { testApp, testClock } from '#tests/support/test-app.ts'
import { createResponseCache } from './response-cache.ts'

test('while the database does not answer the last answer goes on, even expired, and none after its return', async () => {
  const clock = testClock()
  let failure: Error | undefined
  let title = 'first'
  const ends = new Date(clock.now().getTime() + 1000)
  const cache = createResponseCache({ clock, nextChange: async () => ends, headers: () => ({}) })
  const { app } = await testApp()
  app.get('/list', async (request, reply) => {
    if (cache.sendCached(request, reply, 'list')) return reply
    await cache.send(request, reply, 'list', async () => {
      if (failure) throw failure
      return { status: 200, headers: {}, body: title }
    })
    return reply
  })
  const read = async () => {
    const { statusCode, body } = await app.inject({ url: '/list' })
    return statusCode === 200 ? body : statusCode
  }
  expect(await read()).toBe('first')
  title = 'second'
  expect(await read()).toBe('first')
  clock.set('2027-01-01T00:00:00Z')
  failure = Object.assign(new Error('starting up'), { code: '57P03' })
  expect(await read()).toBe('first')
  cache.setListening('away')
  expect(await read()).toBe('first')
  // First a query succeeds again, then this node can listen again.
  failure = undefined
  cache.setListening('nothing')
  expect(await read()).toBe('second')
  failure = new Error('a fault of ours')
  expect(await read()).toBe(500)
  cache.setListening('all')
  failure = Object.assign(new Error('starting up'), { code: '57P03' })
  expect(await read()).toBe(503)
})

test('where the database says nothing at all the last answer is given, and a new one once it speaks', async () => {
  const clock = testClock()
  const spoken = Promise.withResolvers<void>()
  let title = 'first'
  const nextChange = async () => new Date(clock.now().getTime() + 1000)
  const cache = createResponseCache({ clock, nextChange, headers: () => ({}), patienceMs: 20 })
  const { app } = await testApp()
  app.get('/list', async (request, reply) => {
    await cache.send(request, reply, 'list', async () => {
      if (title !== 'first') await spoken.promise
      return { status: 200, headers: {}, body: title }
    })
    return reply
  })
  const read = async () => (await app.inject({ url: '/list' })).body
  expect(await read()).toBe('first')
  title = 'second'
  clock.set('2027-01-01T00:00:00Z')
  expect(await read()).toBe('first')
  expect(await read()).toBe('first')
  spoken.resolve()
  await expect.poll(read).toBe('second')
})

test('while no session can be read a list for visitors stands in for it, and is marked as no more than that', async () => {
  const { db, database, send, asAdmin, asMember } = await testApp()
  await buildEvent(db)
  await buildEvent(db, { title: 'Called off', cancelledAt: new Date() })
  const member = await asMember((await buildPerson(db)).email)
  const administrator = await asAdmin()
  const list = { url: listEvents.path }
  const isAway = Object.assign(new Error('starting up'), { code: '57P03' })
  const query = vi.spyOn(database.pool, 'query')
  onTestFinished(() => query.mockRestore())
  // The notifications about the new events may arrive late and clear the cached response.
  await vi.waitFor(async () => {
    query.mockRestore()
    const shared = await send(list)
    vi.spyOn(database.pool, 'query').mockRejectedValue(isAway)
    for (const caller of [member, administrator]) {
      const answer = await caller.send({
        ...list,
        headers: { 'if-none-match': String(shared.headers.etag) },
      })
      expect([answer.statusCode, answer.body]).toEqual([200, shared.body])
      expect(answer.headers).toMatchObject({
        'answered-as': 'visitor',
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Encoding',
      })
    }
    expect((await send(list)).headers).not.toHaveProperty('answered-as')
  }, 30_000)
  vi.mocked(database.pool.query).mockRestore()
  const own = await administrator.send(list)
  expect(own.body).toContain('Called off')
  expect(own.headers).not.toHaveProperty('answered-as')
})

test('without a list, a request with a session is asked to come back later', async () => {
  const { db, database, asMember } = await testApp()
  const member = await asMember((await buildPerson(db)).email)
  const isAway = Object.assign(new Error('starting up'), { code: '57P03' })
  const query = vi.spyOn(database.pool, 'query').mockRejectedValue(isAway)
  onTestFinished(() => query.mockRestore())
  const answer = await member.send({ url: listEvents.path })
  expect([answer.statusCode, answer.headers['refusal-code']]).toEqual([503, 'unavailable'])
})
