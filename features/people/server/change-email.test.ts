import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mergePerson } from '#features/people/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { formerAddresses, people } from '#schema/people.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a merge tells an address that was verified that it was left', async () => {
  const app = await testApp()
  const { asAdmin, asMember, db, runJobs } = app
  const admin = await asAdmin()
  const [from, to] = [await buildPerson(db), await buildPerson(db)]
  await asMember(from.email)
  await db.update(sessions).set({ verifiedAt: new Date() }).where(eq(sessions.email, from.email))
  const keyOf = async (email: string) =>
    (await db.select().from(people).where(eq(people.email, email)))[0]!.key
  const [key, into] = [await keyOf(from.email), await keyOf(to.email)]
  await db.insert(formerAddresses).values({ personKey: key, email: 'before@example.com' })
  expect((await admin.call(mergePerson, { params: { key }, body: { into } })).status).toBe(200)
  await runJobs()
  const told = await db.select().from(outboxEntries).orderBy(outboxEntries.id)
  expect(told.map(({ kind, email, state }) => [kind, email, state])).toEqual([
    ['address_changed', to.email, 'kept'],
    ['address_left', from.email, 'kept'],
  ])
  const former = await db.select().from(formerAddresses)
  expect(former.map(({ personKey }) => personKey)).toEqual([into, into])
})
