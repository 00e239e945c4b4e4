// @module-tag postgres-only
import { firstEvent } from './support/first-event.ts'
import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { anotherTestDatabase } from './support/database.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'
import { startZoomServer } from './support/zoom-server.ts'
import { waitUntil } from './support/wait-until.ts'

const webinarId = '81234567890'

test(
  'two nodes take each registrant one seat, through an outage of Zoom and the death of a node between its answer and our note',
  { timeout: 240_000 },
  async () => {
    const zoom = await startZoomServer()
    const webinar = zoom.addWebinar(webinarId)
    const databaseUrl = (await anotherTestDatabase()).url!
    const env = { ...zoom.env, RATE_LIMITS: 'off', SAMPLE_DATA: '1' }
    const first = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => first.close())
    const second = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => second.close())
    const eventId = await firstEvent(first)
    await querySql(
      databaseUrl,
      `insert into zoom_webinar_mappings (event_id, webinar_id) values (${eventId}, '${webinarId}')`,
    )
    const register = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, number) => {
          const body = registrationBody({ eventIds: [eventId] })
          const { status } = await registerOne(number % 2 ? first.url : second.url, body)
          expect(status).toBe(200)
          return body.email
        }),
      )
    const count = async (where: string) => {
      const [row] = await querySql<{ count: number }>(
        databaseUrl,
        `select count(*)::int as count from webinar_seats where ${where}`,
      )
      return row!.count
    }

    await zoom.close()
    const during = await register(40)
    await waitUntil(
      '40 seats failing',
      90,
      async () => (await count('last_error is not null')) === 40,
    )
    await zoom.open()
    await waitUntil('40 seats taken', 90, async () => (await count("state = 'seated'")) === 40)
    expect([...webinar.adds.values()]).toEqual(during.map(() => 1))

    zoom.behave('never answers')
    const later = await register(10)
    await waitUntil('50 adds at Zoom', 90, () => webinar.adds.size === 50)
    await first.kill()
    zoom.behave('well')
    await waitUntil('50 seats taken', 150, async () => (await count("state = 'seated'")) === 50)

    const ours = await querySql<{ email: string; id: string; url: string }>(
      databaseUrl,
      `select u.email, r.zoom_registration_id as id, s.join_url as url from webinar_seats s
        join event_registrations r on r.id = s.registration_id join users u on u.id = r.user_id
        order by u.email`,
    )
    const theirs = webinar.registrants
      .map(({ email, id, join_url: url }) => ({ email, id, url }))
      .toSorted((one, other) => (one.email < other.email ? -1 : 1))
    const byEmail = ours.toSorted((one, other) => (one.email < other.email ? -1 : 1))
    expect(byEmail).toEqual(theirs)
    expect(theirs).toHaveLength([...during, ...later].length)
    expect([...webinar.adds.values()]).toEqual(theirs.map(() => 1))
  },
)
