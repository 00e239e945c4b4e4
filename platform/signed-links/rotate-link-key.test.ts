import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { users } from '#schema/people.ts'
import { serverSecrets } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { believedDays, rotateLinkKey } from './rotate-link-key.ts'
import {
  findLinkedRow,
  keyReadMs,
  listCodes,
  makeCode,
  makeLinkToken,
  readLinkKey,
} from './signed-links.ts'

async function openStage() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(keyReadMs)
  const { call, database, db } = await testApp()
  const event = await buildEvent(db)
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  const [seat] = await db
    .select({
      id: eventRegistrations.id,
      createdAt: eventRegistrations.createdAt,
      email: users.email,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
  return {
    db,
    seat: seat!,
    makeLink: async () => makeLinkToken(await readLinkKey(db), 'join', seat!),
    opens: async (link: string) => (await findLinkedRow(db, 'join', link)) === seat!.id,
    readCopy: async (withKeys: boolean) => {
      let text = ''
      for await (const piece of exportDatabase(database, new Date(), { withKeys })) text += piece
      return text
    },
    rotate: (atOnce = false) => rotateLinkKey(database, { atOnce, waitMs: 0 }),
    /** Advances the clock until every node has reloaded the keys. */
    pass: () => vi.advanceTimersByTime(keyReadMs + 1),
    readSecrets: () => db.select().from(serverSecrets).orderBy(serverSecrets.name),
  }
}

test('links of before a rotation hold for a year beside the new ones', async () => {
  const { db, makeLink, opens, pass, readSecrets, rotate, seat } = await openStage()
  const before = await makeLink()
  const code = makeCode(await readLinkKey(db), seat)
  await rotate()
  pass()
  const after = await makeLink()
  expect(after).not.toBe(before)
  expect([await opens(before), await opens(after)]).toEqual([true, true])
  expect(listCodes(await readLinkKey(db), seat)).toContain(code)
  await rotate()
  pass()
  expect([await opens(before), await opens(after)]).toEqual([true, true])
  const earlier = (await readSecrets()).filter(({ until }) => until)
  expect(earlier).toHaveLength(2)
  const days = (earlier[0]!.until!.getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(believedDays)
  await db
    .update(serverSecrets)
    .set({ until: new Date(0) })
    .where(eq(serverSecrets.name, earlier[0]!.name))
  await db
    .update(serverSecrets)
    .set({ until: new Date(0) })
    .where(eq(serverSecrets.name, earlier[1]!.name))
  pass()
  expect([await opens(before), await opens(await makeLink())]).toEqual([false, true])
})

test('a rotation at once ends every link of before, and a node that has not read it yet is not left behind', async () => {
  const { makeLink, opens, pass, rotate, readSecrets } = await openStage()
  const links = [await makeLink()]
  await rotate()
  pass()
  links.push(await makeLink())
  await rotate(true)
  // The node still signs and verifies with the keys it loaded.
  expect(await opens(links[1]!)).toBe(true)
  pass()
  for (const link of links) expect(await opens(link)).toBe(false)
  expect(await opens(await makeLink())).toBe(true)
  const names = (await readSecrets()).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('links'))).toEqual(['links'])
})

test('a new key is believed by every node before one signs with it', async () => {
  const { db, makeLink, opens, pass } = await openStage()
  const signed = await makeLink()
  await db.insert(serverSecrets).values({ name: 'links next', secret: Buffer.alloc(32, 7) })
  pass()
  expect(await makeLink()).toBe(signed)
  // Another node, one step further.
  const [old] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, 'links'))
  const known = await readLinkKey(db)
  await db
    .update(serverSecrets)
    .set({ secret: Buffer.alloc(32, 7) })
    .where(eq(serverSecrets.name, 'links'))
  await db
    .update(serverSecrets)
    .set({ secret: old!.secret })
    .where(eq(serverSecrets.name, 'links next'))
  pass()
  const ofOther = await makeLink()
  expect(ofOther).not.toBe(signed)
  expect(known.alsoBelieved).toHaveLength(1)
  expect([await opens(signed), await opens(ofOther)]).toEqual([true, true])
})

test('a copy holds no key that signs links unless it is asked for, and the one of digests always', async () => {
  const { db, makeLink, readCopy, readSecrets, rotate } = await openStage()
  await makeLink()
  await db.execute(`select greenroom_address_hash('a@example.org')`)
  await rotate()
  const secrets = await readSecrets()
  const signing = secrets.filter(({ name }) => name.startsWith('links'))
  // The state of a site from before hashed addresses had a separate key.
  await db.insert(serverSecrets).values({ name: 'addresses before', secret: signing[0]!.secret })
  expect(signing).toHaveLength(2)
  const [plain, whole] = [await readCopy(false), await readCopy(true)]
  for (const { secret } of signing) {
    expect(plain).not.toContain(secret.toString('hex'))
    expect(whole).toContain(secret.toString('hex'))
  }
  const addresses = secrets.find(({ name }) => name === 'addresses')!
  expect(plain).toContain(addresses.secret.toString('hex'))
})
