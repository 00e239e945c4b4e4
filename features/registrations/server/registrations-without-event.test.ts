// @module-tag postgres
import { expect, test } from 'vitest'
import { registerForEvents, requestVideoAccess } from '#features/registrations/contract.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { statusesInTens } from '#tests/support/in-tens.ts'
import { testApp } from '#tests/support/test-app.ts'

const most = 300

test('without an event an address finds out about at most three hundred emails a minute', async () => {
  const app = await testApp({ config: { rateLimits: true } })
  const { email } = await buildPerson(app.db)
  const event = await buildEvent(app.db)
  const person = { firstName: 'Thandi', lastName: 'Dube', email }
  const watch = (eventId?: number, from?: string) =>
    app.call(requestVideoAccess, { body: { ...person, ...(eventId && { eventId }) }, from })
  const register = (eventIds: number[]) =>
    app.call(registerForEvents, { body: registrationBody({ email, eventIds }) })
  expect(await statusesInTens(20, () => register([]))).toEqual(Array(20).fill(200))
  const watched = await statusesInTens(most - 20, () => watch())
  expect(watched).toEqual(Array(most - 20).fill(200))
  const refused = [await watch(), await register([])]
  expect(refused.map(({ status }) => status)).toEqual([429, 429])
  expect(refused[0]!.headers).toHaveProperty('retry-after')
  expect(refused[0]!.headers).not.toHaveProperty('set-cookie')
  const others = [
    await watch(event.id),
    await register([event.id]),
    await watch(undefined, '203.0.113.9'),
  ]
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
})
