// @module-tag postgres-only
import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { anotherTestDatabase } from './support/database.ts'
import { firstEvent } from './support/first-event.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'

test(
  'of 300 people on two nodes, exactly ten get the last ten seats, and the others wait in one line',
  { timeout: 240_000 },
  async () => {
    const databaseUrl = (await anotherTestDatabase()).url!
    const env = { RATE_LIMITS: 'off', SAMPLE_DATA: '1' }
    const first = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => first.close())
    const second = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => second.close())
    const eventId = await firstEvent(first)
    await querySql(databaseUrl, `update events set capacity = 10 where id = ${eventId}`)

    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, number) => {
        const body = registrationBody({ eventIds: [eventId], waitlist: number % 2 === 0 })
        return registerOne(number % 4 < 2 ? first.url : second.url, body)
      }),
    )

    const typesOf = (type: string) =>
      answers.filter(({ status, body }) => {
        const [row] = (body.newRegistrations ?? []) as { registrationType: string }[]
        return status === 200 && row?.registrationType === type
      }).length
    const refused = answers.filter(({ status }) => status === 409).length
    expect(typesOf('confirmed')).toBe(10)
    expect(typesOf('waitlisted') + refused).toBe(290)
    const [stored] = await querySql<{ confirmed: number; waiting: number }>(
      databaseUrl,
      `select (select count(*)::int from event_registrations where event_id = ${eventId}) as confirmed,
        (select count(*)::int from waitlist_entries where event_id = ${eventId}) as waiting`,
    )
    expect(stored).toEqual({ confirmed: 10, waiting: typesOf('waitlisted') })
  },
)
