import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registerForEvents, requestVideoAccess } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { videoAccess } from '#schema/registrations.ts'
import { buildEvent, buildViewer, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function registered() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const event = await buildEvent(app.db)
  for (const name of ['zola', 'thabo']) {
    const body = registrationBody({ email: `${name}@example.com`, eventIds: [event.id] })
    await app.call(registerForEvents, { body })
  }
  const addresses = async () => [
    ...new Set((await app.db.select().from(outboxEntries)).map(({ email }) => email)),
  ]
  return { ...app, event, addresses }
}

test('with a person everything that was or is to be sent to them goes, and their jobs find nothing to do', async () => {
  const { db, addresses, runJobs } = await registered()
  await db.delete(users).where(eq(users.email, 'zola@example.com'))
  expect(await addresses()).toEqual(['thabo@example.com'])
  await runJobs()
  const left = await db.select().from(outboxEntries)
  expect(left.map(({ email, state }) => `${email} ${state}`)).toEqual([
    'thabo@example.com kept',
    'thabo@example.com kept',
  ])
})

test('who is still known through the library keeps what was sent, until that goes as well', async () => {
  const { db, call, addresses } = await registered()
  const person = { firstName: 'Zola', lastName: 'Nkosi', email: 'zola@example.com' }
  await call(requestVideoAccess, { body: person })
  await db.update(videoAccess).set({ userId: null }).where(eq(videoAccess.email, person.email))
  await db.delete(users).where(eq(users.email, person.email))
  expect(await addresses()).toContain(person.email)
  await db.delete(videoAccess).where(eq(videoAccess.email, person.email))
  expect(await addresses()).not.toContain(person.email)
  await buildViewer(db, { email: 'viewer@example.com' })
  await db.insert(outboxEntries).values({ kind: 'library_link', email: 'viewer@example.com' })
  await db.delete(videoAccess)
  expect(await addresses()).toEqual(['thabo@example.com'])
})
