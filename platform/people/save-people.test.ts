// @module-tag postgres
import { array, constantFrom, record, sample } from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { importVideoAccess } from '#features/imports/contract.ts'
import { registerForEvents, requestVideoAccess } from '#features/registrations/contract.ts'
import { foldText } from '#kernel/fold-text.ts'
import { people } from '#schema/people.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { strangeKeys } from '#tests/support/strange-keys.ts'
import { testApp } from '#tests/support/test-app.ts'
import { repairPeople, savePeople } from './save-people.ts'

const names = constantFrom('Zoë', 'Łukasz', 'Straße', 'ÆON', 'van der Merwe', 'İlker', '')
const addresses = constantFrom('ama@example.com', 'bo@example.com', 'chi@example.com')
const person = record({ email: addresses, firstName: names, lastName: names, company: names })
const deed = record({
  person,
  as: constantFrom('registrant', 'viewer', 'crew', 'member'),
  event: constantFrom(0, 1),
})

/** Returns every text stored with an email; does not use product code. */
async function textsOf(db: Awaited<ReturnType<typeof testApp>>['db']) {
  const { rows } = await db.execute<{ email: string; text: string }>(sql`
    select email, unnest(array[first_name, last_name, company]) as text from users
    union select email, unnest(array[first_name, last_name, company]) from video_access
    union select email, name from event_crew
    union select email, email from people`)
  return Map.groupBy(rows, ({ email }) => email)
}

test('the stored search text is made of all names, whatever stored them', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const events = [await buildEvent(db), await buildEvent(db)]
  for (const deeds of sample(array(deed, { minLength: 3, maxLength: 8 }), 12)) {
    for (const [place, { person: one, as, event }] of deeds.entries()) {
      const { id } = events[event]!
      const name = `${one.firstName} ${one.lastName}`.trim() || 'Nameless'
      const body = registrationBody({
        ...one,
        firstName: one.firstName || 'A',
        lastName: one.lastName || 'B',
      })
      if (as === 'registrant') await call(registerForEvents, { body: { ...body, eventIds: [id] } })
      if (as === 'member') await call(requestVideoAccess, { body: { ...body, eventId: id } })
      if (as === 'viewer')
        await admin.call(importVideoAccess, { body: { emails: [one], batchId: `b${place}` } })
      if (as === 'crew')
        await admin.call(addCrewMember, {
          params: { id },
          body: { name, email: one.email, role: 'host' },
        })
    }
    const stored = await db.select().from(people)
    const texts = await textsOf(db)
    for (const { email, words } of stored) {
      const missing = texts.get(email)!.filter(({ text }) => !words.includes(foldText(text)))
      expect([words, missing]).toEqual([words, []])
    }
    expect(stored.map(({ email }) => email).toSorted()).toEqual([...texts.keys()].toSorted())
    expect(await strangeKeys(db)).toEqual([])
    // The incremental result equals a full recomputation.
    expect(await repairPeople(db)).toBe(0)
    await db.execute(sql`truncate users, video_access, event_crew, people cascade`)
  }
})

test('an email that is registered, imported and named in a crew at once is one person with all names', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const { id } = await buildEvent(db)
  const emails = Array.from({ length: 8 }, (_, i) => `at-once-${i}@example.com`)
  const viewers = emails.toReversed().map((email) => ({ email, firstName: 'Viola' }))
  await Promise.all([
    admin.call(importVideoAccess, { body: { emails: viewers, batchId: 'at-once' } }),
    ...emails.flatMap((email) => [
      call(registerForEvents, {
        body: registrationBody({ email, firstName: 'Regina', company: '', eventIds: [id] }),
      }),
      admin.call(addCrewMember, { params: { id }, body: { name: 'Crispin', email, role: 'host' } }),
    ]),
  ])
  const stored = await db.select({ email: people.email, words: people.words }).from(people)
  expect(stored.map(({ email }) => email).toSorted()).toEqual(emails)
  for (const { words } of stored) expect(words).toMatch(/regina .*crispin/)
  expect(await repairPeople(db)).toBe(0)
  expect(await strangeKeys(db)).toEqual([])
})

test('transactions that save the same people in another order all succeed', async () => {
  const { db } = await testApp()
  const save = (order: string[]) => db.transaction((tx) => savePeople(tx, order))
  for (const round of Array.from({ length: 30 }).keys()) {
    const emails = Array.from({ length: 200 }, (_, i) => `order-${round}-${i}@example.com`)
    await db.execute(sql`insert into users (email, first_name)
      select email, 'Ola' from unnest(${sql.param(emails)}::text[]) email`)
    const orders = [emails, emails.toReversed(), emails, emails.toReversed()]
    await Promise.all(orders.map(save))
  }
  expect(await db.$count(people)).toBe(6000)
  expect(await repairPeople(db)).toBe(0)
})

test('repairing adds people for rows written by hand, corrects text and keys, and then finds nothing', async () => {
  const { db } = await testApp()
  const { email } = await buildPerson(db)
  await db.execute(
    sql`update users set last_name = 'Łęcka', person_key = 'stray' where email = ${email}`,
  )
  await db.execute(sql`insert into video_access (email, first_name, video_title)
    select 'v' || n || '@example.com', 'Vera', '' from generate_series(1, 2500) n`)
  expect(await repairPeople(db)).toBe(2501)
  const [found] = await db.select().from(people).where(eq(people.email, email))
  expect(found!.words).toBe(`thandi lecka  ${email}`)
  expect(await strangeKeys(db)).toEqual([])
  expect(await repairPeople(db)).toBe(0)
})
