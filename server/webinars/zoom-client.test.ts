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

test('somebody is found on whatever page and in whatever state they stand', async () => {
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

test('a crowd is taken in turns below the limits by the second, on two nodes at once', async () => {
  const zoom = await startZoomServer()
  const { registrants } = zoom.addWebinar(webinarId)
  const nodes = [1, 2].map(() => createZoomClient(zoom.config, testClock()))
  const adds = nodes.map((node, index) =>
    Promise.all(
      Array.from({ length: 40 }, (_, place) => node.add(webinarId, person(place * 2 + index))),
    ),
  )
  await Promise.all(adds)
  await Promise.all(
    nodes.map((node) =>
      Promise.all([1, 2, 3].map((each) => node.find(webinarId, person(each).email))),
    ),
  )
  expect([registrants.length, zoom.counted.tooMany]).toEqual([80, 0])
})
