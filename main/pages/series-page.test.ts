import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registerForSeries } from '#features/series-registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { seriesRegistrations } from '#schema/newsletter.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('the link to a registration for every event shows it and answers by posted buttons', async () => {
  const { db, send, runJobs, call } = await testApp({ pages: builtPages })
  const event = await buildEvent(db, { title: 'Tonight' })
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForSeries, { body })
  await runJobs()
  const entries = await db.select().from(outboxEntries)
  const entry = entries.find(({ kind }) => kind === 'series_requested')!
  const path = `/every-event/${makeLinkToken(await readLinkKey(db), 'series', entry)}`
  const post = (url: string, fields: Record<string, string>) =>
    send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'lights.example' },
      payload: new URLSearchParams(fields).toString(),
    })
  const press = async (answer?: string) => {
    const page = await post(path, answer === undefined ? {} : { answer })
    const [, title] = /<h1[^>]*>([^<]+)</.exec(page.body) ?? []
    return [page.statusCode, page.headers['cache-control'], title]
  }
  const document = (await send({ url: path })).body
  expect(document).toContain('Show my registration')
  expect(document).not.toContain('switch JavaScript on')
  expect(await press()).toEqual([200, 'no-store', 'Register for every event?'])
  expect(await db.$count(seriesRegistrations, isNotNull(seriesRegistrations.verifiedAt))).toBe(0)
  expect(await press('confirm')).toEqual([200, 'no-store', 'You are registered for every event'])
  const ended = 'Automatic registration is off'
  expect(await press('end')).toEqual([200, 'no-store', ended])
  expect(await press('start_again')).toMatchObject([
    200,
    'no-store',
    'You are registered for every event',
  ])
  expect(await press('nonsense')).toMatchObject([400, 'no-store', 'This link does not work'])
  const unknown = await post('/every-event/1-AAAAAAAAAAAAAAAAAAAAAAAA', {})
  expect([unknown.statusCode, unknown.body.includes('This link does not work')]).toEqual([
    404,
    true,
  ])
})
