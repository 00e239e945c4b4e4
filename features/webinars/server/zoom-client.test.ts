import { expect, test } from 'vitest'
import { testClock } from '#tests/support/test-app.ts'
import { startZoomServer } from '#tests/support/zoom-server.ts'
import { createZoomClient } from './zoom-client.ts'

const webinarId = '81234567890'
const person = (number: number) => ({
  email: `guest${number}@example.com`,
  firstName: 'Thandi',
  lastName: 'Nkosi',
})

test('one token serves many calls at once for 55 minutes, and then another does', async () => {
  const zoom = await startZoomServer()
  zoom.addWebinar(webinarId)
  const clock = testClock('2026-12-01T08:00:00Z')
  const client = createZoomClient(zoom.config, clock)
  await Promise.all([1, 2, 3, 4].map((number) => client.add(webinarId, person(number))))
  clock.set('2026-12-01T08:54:59Z')
  await client.add(webinarId, person(5))
  expect(zoom.counted.tokens).toBe(1)
  clock.set('2026-12-01T08:55:00Z')
  await client.add(webinarId, person(6))
  expect(zoom.counted.tokens).toBe(2)
})

test('an expired token is renewed once for all who meet it, and each call repeated once', async () => {
  const zoom = await startZoomServer()
  const webinar = zoom.addWebinar(webinarId)
  const client = createZoomClient(zoom.config, testClock())
  await client.add(webinarId, person(1))
  zoom.expireTokens()
  await Promise.all([2, 3, 4].map((number) => client.add(webinarId, person(number))))
  expect([zoom.counted.tokens, webinar.registrants.length]).toEqual([2, 4])
  expect([...webinar.adds.values()]).toEqual([1, 1, 1, 1])
})

test('wrong words for the account are an error that names the settings', async () => {
  const zoom = await startZoomServer()
  const client = createZoomClient({ ...zoom.config, clientSecret: 'wrong' }, testClock())
  await expect(client.add(webinarId, person(1))).rejects.toThrow(/ZOOM_CLIENT_SECRET/)
})

test('people are found on every page and in every state', async () => {
  const zoom = await startZoomServer()
  const { registrants } = zoom.addWebinar(webinarId)
  for (let number = 0; number < 650; number++) {
    const status = number === 649 ? 'denied' : 'approved'
    const { email, firstName } = person(number)
    registrants.push({
      id: `r${number}`,
      email,
      first_name: firstName,
      status,
      join_url: `u${number}`,
    })
  }
  const client = createZoomClient(zoom.config, testClock())
  expect(await client.find(webinarId, 'guest640@example.com')).toMatchObject({ id: 'r640' })
  expect(await client.find(webinarId, 'guest649@example.com')).toMatchObject({ status: 'denied' })
  expect(await client.find(webinarId, 'nobody@example.com')).toBeUndefined()
})

test('a crowd is taken in turns, well below the limits by the second', async () => {
  const zoom = await startZoomServer()
  const { registrants } = zoom.addWebinar(webinarId)
  const client = createZoomClient(zoom.config, testClock())
  await Promise.all(
    Array.from({ length: 60 }, (_, number) => client.add(webinarId, person(number))),
  )
  expect([registrants.length, zoom.counted.tooMany]).toEqual([60, 0])
})

test('many who are in doubt at once share the reading of the lists, begun after they asked', async () => {
  const zoom = await startZoomServer()
  const { registrants } = zoom.addWebinar(webinarId)
  const client = createZoomClient(zoom.config, testClock())
  const find = (number: number) => client.find(webinarId, person(number).email)
  const crowd = Promise.all(Array.from({ length: 40 }, (_, number) => find(number)))
  await expect.poll(() => zoom.counted.lookUps).toBe(1)
  // Arrives during a reading; readings that began earlier do not include it.
  const later = find(7)
  const { email, firstName } = person(7)
  registrants.push({ id: 'r7', email, first_name: firstName, status: 'approved', join_url: 'u7' })
  expect((await crowd).filter(Boolean)).toEqual([])
  expect(await later).toMatchObject({ id: 'r7', status: 'approved' })
  expect(zoom.counted.lookUps).toBe(4)
  zoom.behave('broken')
  await expect(find(7)).rejects.toThrow('Internal error')
  zoom.behave('well')
  expect(await find(7)).toMatchObject({ id: 'r7' })
})
