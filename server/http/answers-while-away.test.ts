import { expect, test } from 'vitest'
import { testApp, testClock } from '#tests/support/test-app.ts'
import { createAnswerCache } from './answer-cache.ts'

test('while the database does not answer the last answer goes on, even expired, and none after its return', async () => {
  const clock = testClock()
  let failure: Error | undefined
  let title = 'first'
  const ends = new Date(clock.now().getTime() + 1000)
  const cache = createAnswerCache({ clock, nextChange: async () => ends, headers: {} })
  const { app } = await testApp()
  app.get('/list', async (request, reply) => {
    if (cache.sendKept(request, reply, 'list')) return reply
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
  cache.hear('away')
  expect(await read()).toBe('first')
  // Somebody reached it again, and then this node heard of changes again.
  failure = undefined
  cache.hear('nothing')
  expect(await read()).toBe('second')
  failure = new Error('a fault of ours')
  expect(await read()).toBe(500)
  cache.hear('all')
  failure = Object.assign(new Error('starting up'), { code: '57P03' })
  expect(await read()).toBe(503)
})
