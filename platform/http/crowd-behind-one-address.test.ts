// @module-tag postgres
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestJoinLink } from '#features/join-links/contract.ts'
import { checkRegistration, registerForEvents } from '#features/registrations/contract.ts'
import { getAuthStatus, logInWithEmail } from '#features/sign-in/contract.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp, testClock } from '#tests/support/test-app.ts'

const people = 300

test('three hundred people of one company go the whole way within a minute', async () => {
  // Stop the clock, so that the rate limit window cannot end before all requests are done.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await testApp({
    config: { rateLimits: true },
    pages: builtPages,
    clock: testClock('2026-12-10T06:00:00Z'),
  })
  const event = await buildEvent(app.db)
  const refused: string[] = []

  async function goTheWholeWay(email: string) {
    const { call, send } = app.newCaller()
    const body = { firstName: 'Thandi', email, eventId: event.id }
    const registration = registrationBody({ email, eventIds: [event.id] })
    const steps: [string, () => Promise<number>][] = [
      ['page', async () => (await send({ url: '/' })).statusCode],
      ['status', async () => (await call(getAuthStatus)).status],
      ['check', async () => (await call(checkRegistration, { body })).status],
      ['register', async () => (await call(registerForEvents, { body: registration })).status],
      ['link', async () => (await call(requestJoinLink, { body })).status],
      ['enter', async () => (await call(logInWithEmail, { body: { email } })).status],
      ['status inside', async () => (await call(getAuthStatus)).status],
    ]
    for (const [name, step] of steps) {
      const status = await step()
      if (status !== 200) refused.push(`${name} ${status}`)
    }
  }

  const emails: string[] = []
  for (let index = 0; index < people; index++) emails.push((await buildPerson(app.db)).email)
  for (let at = 0; at < people; at += 20) {
    await Promise.all(emails.slice(at, at + 20).map(goTheWholeWay))
  }
  expect(refused).toEqual([])
  expect(await app.db.$count(eventRegistrations)).toBe(people)
}, 240_000)
