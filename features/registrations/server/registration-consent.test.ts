import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { consents } from '#schema/newsletter.ts'
import { buildEvent, buildViewer, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

const email = 'zola@example.com'

async function appWithForm() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const event = await buildEvent(app.db)
  const agree = async (source: string) => {
    const body = registrationBody({ email, eventIds: [event.id], source })
    expect((await app.newCaller().call(registerForEvents, { body })).status).toBe(200)
  }
  const verified = async () =>
    (await app.db.select().from(consents)).map(({ source, addressVerifiedAt }) => [
      source,
      addressVerifiedAt?.toISOString() ?? null,
    ])
  return { ...app, agree, verified }
}

test('a consent says that its address was never verified until a link in a mail was opened', async () => {
  const app = await appWithForm()
  await app.agree('go1')
  expect(await app.verified()).toEqual([['go1', null]])
  app.clock.set('2026-12-02T09:00:00Z')
  await verifyByLink(app, app.newCaller(), email)
  app.clock.set('2026-12-03T09:00:00Z')
  await verifyByLink(app, app.newCaller(), email)
  expect(await app.verified()).toEqual([['go1', '2026-12-02T09:00:00.000Z']])
  await app.agree('next_event')
  expect(await app.verified()).toContainEqual(['next_event', '2026-12-02T09:00:00.000Z'])
})

test('a consent after the address was verified says so, were it the first one', async () => {
  const app = await appWithForm()
  await buildViewer(app.db, { email })
  await verifyByLink(app, app.newCaller(), email)
  app.clock.set('2026-12-05T09:00:00Z')
  await app.agree('go1')
  expect(await app.verified()).toEqual([['go1', '2026-12-01T08:00:00.000Z']])
})
