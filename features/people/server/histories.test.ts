// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { changePerson, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { copyText, countHeld } from '#tests/support/hold-address.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { strangeKeys } from '#tests/support/strange-keys.ts'
import { testApp } from '#tests/support/test-app.ts'

const names = ['ama', 'bo', 'chi', 'dudu'] as const
const eventNumbers = [0, 1] as const
const addressOf = (name: string) => `${name}.history@example.com`

/** Actions in random order. An action on a missing person does nothing. */
const entry = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('register' as const),
      who: fc.constantFrom(...names),
      event: fc.constantFrom(...eventNumbers),
      agrees: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('leave' as const), who: fc.constantFrom(...names) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('send' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('correct' as const),
      who: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('merge' as const),
      who: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
    }),
  },
)

test(
  'whatever the order of registering, correcting and merging, nothing is lost, agreed to or told twice',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 4, maxLength: 9 }), async (history) => {
        await playHistory(history)
      }),
      { numRuns: 8, seed: 15 },
    )
  },
)

type History = (typeof entry extends fc.Arbitrary<infer One> ? One : never)[]

/**
 * Expected state of an address, computed independently of the server. The actual consent may be
 * narrower than `mayAgree`.
 */
type Expected = { events: Set<number>; mayAgree: boolean; left: boolean }

async function playHistory(history: History) {
  const server = await startMailServer()
  const app = await testApp({ config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' } })
  const { call, db, runJobs } = app
  const admin = await app.asAdmin()
  const events = [await buildEvent(db), await buildEvent(db)]
  const known = new Map<string, Expected>()
  const keyOf = async (email: string) =>
    (await db.select().from(people).where(eq(people.email, email)))[0]?.key ?? ''
  const answers: [got: number, wanted: number][] = []
  for (const step of history) {
    if (step.act === 'send') {
      await runJobs()
      continue
    }
    const email = addressOf(step.who)
    const one = known.get(email)
    if (step.act === 'register') {
      const body = registrationBody({ email, eventIds: [events[step.event]!.id] })
      await call(registerForEvents, { body: { ...body, receiveUpdates: step.agrees } })
      const before = one ?? { events: new Set(), mayAgree: false, left: false }
      before.events.add(step.event)
      before.mayAgree ||= step.agrees
      known.set(email, before)
    }
    if (step.act === 'leave' && one) {
      await db.insert(unsubscriptions).values({ email, topic: 'news' }).onConflictDoNothing()
      one.left = true
    }
    if (step.act !== 'correct' && step.act !== 'merge') continue
    const to = addressOf(step.to)
    const other = known.get(to)
    if (!one || to === email) continue
    const params = { key: await keyOf(email) }
    if (step.act === 'correct') {
      const { status } = await admin.call(changePerson, { params, body: { email: to } })
      answers.push([status, other ? 409 : 200])
      if (!other) known.set(to, one)
    } else {
      if (!other) continue
      const into = await keyOf(to)
      const { status } = await admin.call(mergePerson, { params, body: { into } })
      answers.push([status, 200])
      for (const event of one.events) other.events.add(event)
      other.left ||= one.left
    }
    // Correcting to another person's address was refused.
    if (step.act === 'merge' || !other) known.delete(email)
  }
  await runJobs()
  await expectKnown(
    app,
    known,
    events.map(({ id }) => id),
  )
  expect(await strangeKeys(db)).toEqual([])
  expect(answers.map(([got]) => got)).toEqual(answers.map(([, wanted]) => wanted))
  const told = server.mails.map(({ messageId }) => messageId)
  expect(new Set(told).size).toBe(told.length)
  // After an erasure, no row contains any address that the person ever had.
  for (const email of known.keys()) {
    const params = { key: await keyOf(email) }
    expect((await admin.call(erasePerson, { params })).status).toBe(200)
  }
  expect(countHeld([await copyText(app.database)], names.map(addressOf))).toBe(0)
}

async function expectKnown(
  { db }: Pick<Awaited<ReturnType<typeof testApp>>, 'db'>,
  known: Map<string, Expected>,
  eventIds: number[],
) {
  const { rows } = await db.execute<{
    email: string
    events: number[]
    agreed: boolean
    left: boolean
    twice: number
  }>(sql`
    select u.email, array(select r.event_id from event_registrations r where r.user_id = u.id order by 1) as events,
      exists (select from consents c where c.user_id = u.id and c.receive_updates)
        or exists (select from event_registrations r where r.user_id = u.id and r.receive_updates) as agreed,
      exists (select from unsubscriptions n where n.email = u.email and n.topic = 'news') as left,
      (select count(*)::int from outbox_entries d join outbox_entries o using (email, kind, event_id)
        where d.email = u.email and d.id < o.id) as twice
    from users u order by 1`)
  expect(rows.map(({ email }) => email)).toEqual([...known.keys()].toSorted())
  for (const { email, events, agreed, left, twice } of rows) {
    const expected = known.get(email)!
    expect(events).toEqual(
      [...expected.events].map((number) => eventIds[number]!).toSorted((a, b) => a - b),
    )
    expect(left).toBe(expected.left)
    expect(twice).toBe(0)
    if (!expected.mayAgree) expect(agreed).toBe(false)
  }
  expect(
    await db.$count(
      outboxEntries,
      sql`email not in (select email from people) and kind <> 'address_left'`,
    ),
  ).toBe(0)
}
