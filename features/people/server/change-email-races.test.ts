// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changePerson, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { people } from '#schema/people.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

const rounds = 5
const bounded = { timeout: 240_000 }

/** Starts a site with a mail server, three events and actions on people, none of whom opted in to news. */
async function movingStage() {
  const server = await startMailServer()
  const app = await testApp({ config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' } })
  const { db, newCaller, runJobs } = app
  const admin = await app.asAdmin()
  const events = [await buildEvent(db), await buildEvent(db), await buildEvent(db)]
  async function register(email: string, number: number) {
    const body = registrationBody({ email, eventIds: [events[number]!.id] })
    const answer = await newCaller().call(registerForEvents, {
      body: { ...body, receiveUpdates: false },
    })
    expect(answer.status).toBe(200)
  }
  async function keyOf(email: string) {
    const [person] = await db.select().from(people).where(eq(people.email, email))
    return person!.key
  }
  /** Returns the ids of the events for which an address is registered; undefined if no person has it. */
  async function webinarSeatsOf(email: string) {
    const { rows } = await db.execute<{ id: number }>(sql`select r.event_id as id
      from event_registrations r join users u on u.id = r.user_id where u.email = ${email} order by 1`)
    return rows.map(({ id }) => events.findIndex((event) => event.id === id))
  }
  async function expectNobodyToldTwiceOrAgreed() {
    await runJobs()
    const told = server.mails.map(({ to, subject }) => `${to}: ${subject}`)
    expect(told.length).toBeGreaterThan(rounds)
    expect(told.filter((line, place) => told.indexOf(line) !== place)).toEqual([])
    const { rows } = await db.execute(sql`select count(*)::int as agreed from event_registrations
      r where r.receive_updates or exists (select from consents c where c.user_id = r.user_id and c.receive_updates)`)
    expect(rows).toEqual([{ agreed: 0 }])
  }
  return { admin, register, keyOf, webinarSeatsOf, runJobs, expectNobodyToldTwiceOrAgreed }
}

test(
  'who is corrected while registering, and while mails go out, keeps every seat',
  bounded,
  async () => {
    const stage = await movingStage()
    const { admin, register, keyOf, webinarSeatsOf, runJobs } = stage
    for (let round = 0; round < rounds; round++) {
      const [wrong, right] = [`wrong${round}@example.com`, `right${round}@example.com`]
      await register(wrong, 0)
      const key = await keyOf(wrong)
      const [corrected] = await Promise.all([
        admin.call(changePerson, { params: { key }, body: { email: right } }),
        register(wrong, 1),
        runJobs(),
        register(wrong, 2),
      ])
      expect(corrected.status).toBe(200)
      expect(await keyOf(right)).toBe(key)
      // A later registration with the old address creates a new person.
      const [moved, anew] = [await webinarSeatsOf(right), await webinarSeatsOf(wrong)]
      expect([...moved, ...anew].toSorted((a, b) => a - b)).toEqual([0, 1, 2])
      expect(moved).toContain(0)
    }
    await stage.expectNobodyToldTwiceOrAgreed()
  },
)

test(
  'who is merged while both register, and while mails go out, keeps every seat',
  bounded,
  async () => {
    const stage = await movingStage()
    const { admin, register, keyOf, webinarSeatsOf, runJobs } = stage
    for (let round = 0; round < rounds; round++) {
      const [one, other] = [`one${round}@example.com`, `other${round}@example.com`]
      await register(one, 0)
      await register(other, 1)
      const [key, into] = [await keyOf(one), await keyOf(other)]
      const [merged] = await Promise.all([
        admin.call(mergePerson, { params: { key }, body: { into } }),
        register(one, 1),
        runJobs(),
        register(other, 2),
        register(one, 2),
      ])
      expect(merged.status).toBe(200)
      expect(await keyOf(other)).toBe(into)
      expect(await webinarSeatsOf(other)).toEqual([0, 1, 2])
      expect(await webinarSeatsOf(one)).not.toContain(0)
    }
    await stage.expectNobodyToldTwiceOrAgreed()
  },
)
