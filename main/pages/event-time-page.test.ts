import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const cancelled = 'This event was cancelled.'

async function timePages() {
  const app = await testApp({ pages: builtPages })
  app.clock.set('2026-12-01T08:00:00Z')
  const open = async (url: string) => {
    const { statusCode, headers, body } = await app.send({ url })
    return { status: statusCode, location: headers.location, body }
  }
  return { ...app, open }
}

test("the time page shows the series' zone and converts to a chosen one without scripts", async () => {
  const { db, open } = await timePages()
  const { slug } = await buildEvent(db, { title: 'Tonight' })
  const plain = await open(`/events/${slug}/time`)
  expect(plain.status).toBe(200)
  expect(plain.body).toContain('Thursday, 10 December 2026, 18:00-19:00 CAT')
  expect(plain.body).not.toContain(cancelled)
  expect(plain.body).toMatch(/<option value="Africa\/\w+" selected="">/)
  expect(plain.body).toContain('<meta name="robots" content="noindex"/>')
  expect(plain.body).not.toContain('in New York')

  const converted = await open(`/events/${slug}/time?zone=America%2FNew_York`)
  expect(converted.body).toContain('Thursday, 10 December 2026, 11:00-12:00 in New York')
  expect(converted.body).toContain('<option value="America/New_York" selected="">')
  // A page rendered for one zone must not be sent to the next reader.
  expect((await open(`/events/${slug}/time`)).body).not.toContain('in New York')
  for (const zone of ['Nowhere/Land', '', '"><b>']) {
    const other = await open(`/events/${slug}/time?zone=${encodeURIComponent(zone)}`)
    expect([zone, other.status]).toEqual([zone, 200])
    expect(other.body).not.toContain('<output')
  }
})

test('the time page of a former slug redirects with the chosen zone', async () => {
  const { db, open, asAdmin } = await timePages()
  const { id } = await buildEvent(db, { title: 'Tonight' })
  const admin = await asAdmin()
  await admin.call(changeEvent, { params: { id }, body: { title: 'Tomorrow' } })
  const asked = '?zone=Europe%2FBerlin'
  expect(await open(`/events/tonight/time${asked}`)).toMatchObject({
    status: 308,
    location: `/events/tomorrow/time${asked}`,
  })
  expect(await open(`/Events//Tomorrow/time/${asked}`)).toMatchObject({
    status: 308,
    location: `/events/tomorrow/time${asked}`,
  })
})

test('a cancelled event says so, one without a time has no list of zones, an unpublished one no page', async () => {
  const { db, open } = await timePages()
  const cancelledAt = new Date('2026-11-20T08:00:00Z')
  const { slug } = await buildEvent(db, { title: 'Called off', cancelledAt })
  expect((await open(`/events/${slug}/time`)).body).toContain(cancelled)

  const undated = { eventDate: null, eventTime: null, eventEndTime: null }
  await buildEvent(db, { title: 'Some day', status: 'pre_registration', ...undated })
  const page = await open('/events/some-day/time?zone=Europe%2FBerlin')
  expect(page.body).toContain('The date is not fixed yet.')
  expect(page.body).not.toContain('<select')

  await buildEvent(db, { title: 'Secret', publishAt: 'draft' })
  for (const name of ['secret', 'made-up']) {
    const { status, body } = await open(`/events/${name}/time`)
    expect([name, status]).toEqual([name, 404])
    expect(body).not.toContain('Secret')
  }
  expect((await open('/sitemap.xml')).body).not.toContain('/time')
})
