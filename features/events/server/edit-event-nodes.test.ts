// @module-tag postgres-only
import { expect, test, vi } from 'vitest'
import {
  changeEvent,
  createEvent,
  deleteEvent,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const patience = { timeout: 12_000, interval: 25 }

test("an administrator's change on one node appears on the home page and in the feed of the other", async () => {
  const one = await testApp({ pages: builtPages })
  const other = await testApp({ pages: builtPages })
  const admin = await one.asAdmin()
  const heard = vi.spyOn(other.app.deps.cache, 'clear')
  const page = async () => (await other.send({ url: '/' })).body
  const feed = async () => (await other.send({ url: '/feed.atom' })).body
  /** Lets the other node cache its answers, then changes the event. */
  async function change(make: () => Promise<{ status: number }>) {
    await vi.waitFor(async () => {
      await page()
      await feed()
      await other.call(listUpcomingEvents)
      expect(other.app.deps.cache.holds(listUpcomingEvents.path)).toBe(true)
    }, patience)
    const before = heard.mock.calls.length
    expect((await make()).status).toBe(200)
    await vi.waitFor(() => expect(heard.mock.calls.length).toBeGreaterThan(before), patience)
  }

  let id = 0
  await change(async () => {
    const body = {
      title: 'Seen from both houses',
      speakerName: 'Amara Obi',
      speakerTitle: 'Founder',
      description: 'One database, two nodes.',
      bannerImage: '/images/banners/last-mile.webp',
      featureImage: '/images/features/last-mile.webp',
      status: 'upcoming',
    }
    const created = await admin.call(createEvent, { body })
    id = created.body.id
    return created
  })
  expect(await page()).toContain('Seen from both houses')
  expect(await feed()).toContain('Seen from both houses')
  expect((await other.call(listUpcomingEvents)).body.map((event) => event.id)).toEqual([id])

  await change(() => admin.call(changeEvent, { params: { id }, body: { title: 'Renamed here' } }))
  expect(await page()).toContain('Renamed here')
  expect(await page()).not.toContain('Seen from both houses')
  expect(await feed()).toContain('Renamed here')
  expect(await feed()).not.toContain('Seen from both houses')

  await change(() => admin.call(changeEvent, { params: { id }, body: { cancelled: true } }))
  expect(await page()).not.toContain('Renamed here')
  await change(() => admin.call(changeEvent, { params: { id }, body: { cancelled: false } }))
  expect(await page()).toContain('Renamed here')
  await change(() => admin.call(deleteEvent, { params: { id } }))
  expect(await page()).not.toContain('Renamed here')
  expect(await feed()).not.toContain('Renamed here')
})
