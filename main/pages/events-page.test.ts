import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

async function eventsPage() {
  const app = await testApp({ pages: builtPages })
  app.clock.set('2026-12-01T08:00:00Z')
  const open = async (query = '') => {
    const { statusCode, body } = await app.send({ url: `/events${query}` })
    expect(statusCode).toBe(200)
    const headings = [...body.matchAll(/<h([1-4])[^>]*>(.*?)<\/h\1>/g)]
    return { body, headings: headings.map(([, , text]) => text!.replaceAll(/<[^>]*>/g, '')) }
  }
  return { ...app, open }
}

const onDay = (day: string) => ({
  eventDate: day,
  eventTime: `${day}T16:00:00.000Z`,
  eventEndTime: `${day}T17:00:00.000Z`,
})

test('the page of all events lists upcoming and past ones by month, without drafts and cancelled ones', async () => {
  const { db, open } = await eventsPage()
  await buildEvent(db, { title: 'In February', ...onDay('2027-02-11') })
  await buildEvent(db, { title: 'Next', ...onDay('2026-12-10') })
  await buildEvent(db, {
    title: 'Some day',
    status: 'pre_registration',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  await buildRecording(db, { title: 'Oldest', ...onDay('2026-10-08') })
  await buildRecording(db, { title: 'Early in November', ...onDay('2026-11-05') })
  await buildRecording(db, { title: 'Late in November', ...onDay('2026-11-19') })
  // On the last evening of a month in UTC, and on the next day in the zone of the series.
  await buildEvent(db, {
    title: 'Also next',
    eventDate: null,
    eventTime: '2026-11-30T22:30:00Z',
    eventEndTime: '2026-12-01T23:30:00Z',
  })
  await buildEvent(db, {
    title: 'At 6',
    eventDate: '2027-02-12',
    eventTime: '6',
    eventEndTime: null,
  })
  await buildEvent(db, {
    title: 'Long ago',
    status: 'completed',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  await buildEvent(db, { title: 'Draft', publishAt: 'draft' })
  await buildEvent(db, { title: 'Cancelled', cancelledAt: new Date() })
  expect((await open()).headings).toEqual([
    'All events',
    'Upcoming',
    'December 2026',
    'Also next',
    'Next',
    'February 2027',
    'In February',
    'At 6',
    'Date to be announced',
    'Some day',
    'Past',
    'November 2026',
    'Late in November',
    'Early in November',
    'October 2026',
    'Oldest',
    'Without a date',
    'Long ago',
  ])
})

test('the page of all events finds some by tag and words, without scripts and in any letters', async () => {
  const { db, open, asAdmin } = await eventsPage()
  const admin = await asAdmin()
  await buildEvent(db, { title: 'Straße', tags: ['Climate'] })
  await buildEvent(db, { title: 'Water', tags: ['Climate', 'Seed & growth'] })
  const { id } = await buildEvent(db, { title: 'Salt', speakerName: 'Zoë Sample' })
  const titles = async (query: string) => (await open(query)).headings.slice(3)
  // Fills the cache with the unfiltered page.
  expect(await titles('')).toHaveLength(3)
  expect(await titles('?tag=Climate')).toEqual(['Straße', 'Water'])
  expect(await titles('?tag=Seed+%26+growth')).toEqual(['Water'])
  expect(await titles('?search=strasse')).toEqual(['Straße'])
  expect(await titles('?tag=Climate&search=zoe')).toEqual([])
  expect(await titles('?search=zoe')).toEqual(['Salt'])
  expect(await titles('')).toHaveLength(3)
  const { body } = await open('?tag=Seed+%26+growth&search=water')
  expect(body).toContain('href="/events?tag=Climate&amp;search=water"')
  expect((await open('?search=nothing')).body).toContain('No events found.')
  await admin.call(changeEvent, { params: { id }, body: { tags: ['Food'] } })
  expect((await open()).body).toContain('href="/events?tag=Food"')
})

test('hostile tags and words find nothing and break nothing', async () => {
  const { db, open } = await eventsPage()
  await buildEvent(db, { title: 'Salt' })
  for (const text of ['"><script>', '%00', '%', '\\', 'x'.repeat(5000)]) {
    const { body } = await open(
      `?tag=${encodeURIComponent(text)}&search=${encodeURIComponent(text)}`,
    )
    expect(body).toContain('No events found.')
    expect(body).not.toContain('"><script>')
  }
})
