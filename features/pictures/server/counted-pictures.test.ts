import { expect, test, vi } from 'vitest'
import { listRegistrations } from '#features/reports/contract.ts'
import { shareVersion } from '#kernel/slug.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { drawPicture, testPictures } from '#tests/support/test-pictures.ts'

async function siteWithPictures() {
  const pictures = await testPictures()
  await pictures.add('hero.webp', await drawPicture(700, 400).webp().toBuffer())
  const app = await testApp({ config: { ...pictures.config, rateLimits: true } })
  const get = async (url: string) => (await app.send({ url })).statusCode
  /** Uses up the IP address's limit except for this number of calls. */
  async function leave(calls: number) {
    for (let made = 0; made < 3000 - calls; made += 100) {
      const count = Math.min(100, 3000 - calls - made)
      await Promise.all(Array.from({ length: count }, () => app.call(listRegistrations)))
    }
  }
  const addPicture = async (name: string) =>
    pictures.add(name, await drawPicture(500, 300).webp().toBuffer())
  return { ...app, get, leave, addPicture }
}

test('unknown pictures are counted, known ones are files of the page', async () => {
  const { get, leave } = await siteWithPictures()
  const known = ['/images/hero.webp', '/images/hero.webp?w=320&f=jpeg']
  for (const url of known) expect([url, await get(url)]).toEqual([url, 200])
  // Only the missing variant was counted.
  await leave(3)
  expect(await get(`/images/${'a'.repeat(32)}.webp`)).toBe(404)
  expect(await get('/images/nothing.webp')).toBe(404)
  expect(await get(`/images/${'a'.repeat(32)}.webp`)).toBe(429)
  expect(await get('/images/nothing.webp')).toBe(429)
  // Pictures that would have to be generated count, too.
  expect(await get('/images/hero.webp?w=480&f=jpeg')).toBe(429)
  for (const url of known) expect([url, await get(url)]).toEqual([url, 200])
}, 60_000)

test('a share picture is made once, and only the making is counted', async () => {
  const { db, database, get, leave } = await siteWithPictures()
  const event = await buildEvent(db, { bannerImage: '/images/hero.webp' })
  const url = `/share/event-${event.id}.jpg?v=${shareVersion(event.updatedAt.toISOString())}`
  // Each node also checks every second whether the site's content has changed.
  const queried = vi.spyOn(database.pool, 'query')
  const statements = () =>
    queried.mock.calls.filter((call) => JSON.stringify(call).includes('events')).length
  const swarm = await Promise.all(Array.from({ length: 40 }, () => get(url)))
  expect(new Set(swarm)).toEqual(new Set([200]))
  const toMakeIt = statements()
  expect(toMakeIt).toBe(1)
  await leave(50)
  expect(await get(url)).toBe(200)
  expect(statements()).toBe(toMakeIt)
  const madeUp = await Promise.all(
    Array.from({ length: 50 }, (_, index) => get(`/share/event-${4000 + index}.jpg`)),
  )
  // Without a picture of the series, the generated one is returned.
  expect(madeUp.filter((status) => status === 200)).toHaveLength(10)
  expect(madeUp.filter((status) => status === 429)).toHaveLength(40)
  expect(await get(url)).toBe(200)
}, 60_000)

test('a changed event has another share picture at once, whatever was kept', async () => {
  const { db, send, addPicture } = await siteWithPictures()
  const event = await buildEvent(db, { bannerImage: '/images/hero.webp' })
  const ask = async (query = '') =>
    (await send({ url: `/share/event-${event.id}.jpg${query}` })).headers.etag
  const before = await ask()
  expect(await ask(`?v=${shareVersion(event.updatedAt.toISOString())}`)).toBe(before)
  await addPicture('other.webp')
  const updatedAt = new Date(event.updatedAt.getTime() + 1000)
  await db.update(events).set({ bannerImage: '/images/other.webp', updatedAt })
  const after = await ask(`?v=${shareVersion(updatedAt.toISOString())}`)
  expect(after).not.toBe(before)
  expect(await ask()).toBe(after)
})
