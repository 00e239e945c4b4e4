import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { registrationBody } from './support/builders.ts'
import { firstEvent } from './support/first-event.ts'
import { startedPostgres } from './support/postgres.ts'
import { registerCrowd, registerOne, type Crowd } from './support/register-crowd.ts'
import { startGreenroom, type Greenroom } from './support/start-greenroom.ts'

const visitors = 200
const bounded = { timeout: 180_000 }
const onServer = { ...bounded, tags: 'postgres-only' } as const
const env = { RATE_LIMITS: 'off' }

async function start(options: { databaseUrl?: string; cleanUp?: () => Promise<void> } = {}) {
  const greenroom = await startGreenroom({ ...options, env })
  onTestFinished(() => greenroom.close())
  return greenroom
}

/** Checks through HTTP that every acknowledged registration exists; a repeated call would report it as new. */
async function expectAllKnown(greenroom: Greenroom, crowd: Crowd, eventId: number) {
  for (const email of crowd.answered) {
    const body = registrationBody({ email, eventIds: [eventId] })
    const answer = await registerOne(greenroom.url, body)
    expect([email, answer.body]).toEqual([email, { isExistingUser: true, newRegistrations: [] }])
  }
}

/**
 * Checks that every person is stored completely and once, and that no unknown person exists. `crowds`: everyone
 * who registered.
 */
async function expectNobodyHalfWritten({ dataDir, databaseUrl }: Greenroom, crowds: Crowd[]) {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { rows } = await database.pool.query<{ email: string }>(
      `select email, count(distinct r.id)::int as registrations, count(distinct c.id)::int as consents
       from users u left join event_registrations r on r.user_id = u.id
         left join consents c on c.user_id = u.id
       group by u.id`,
    )
    const emails = rows.map(({ email }) => email)
    expect(rows).toEqual(emails.map((email) => ({ email, registrations: 1, consents: 1 })))
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails).toEqual(expect.arrayContaining(crowds.flatMap(({ answered }) => answered)))
    expect(crowds.flatMap(({ sent }) => sent)).toEqual(expect.arrayContaining(emails))
  } finally {
    await database.close()
  }
}

async function killTwiceUnderLoad(greenroom: Greenroom) {
  const eventId = await firstEvent(greenroom)
  const crowds: Crowd[] = []
  for (let time = 0; time < 2; time++) {
    const crowd = registerCrowd(greenroom.url, eventId, visitors)
    crowds.push(crowd)
    await crowd.reached(visitors)
    await greenroom.kill()
    await crowd.ended
    expect(crowd.sent.length - crowd.answered.length).toBe(visitors)
    await greenroom.restart()
    await expectAllKnown(greenroom, crowd, eventId)
  }
  await greenroom.stop()
  return crowds
}

test(
  'kill -9 under 200 registrations at once loses no answered one on the embedded database',
  bounded,
  async () => {
    const greenroom = await start()
    const crowds = await killTwiceUnderLoad(greenroom)
    await expectNobodyHalfWritten(greenroom, crowds)
    expect(crowds).toHaveLength(2)
  },
)

test(
  'kill -9 under 200 registrations at once loses no answered one on PostgreSQL',
  onServer,
  async () => {
    const server = await startedPostgres({ durable: true })
    const greenroom = await start({ databaseUrl: server.url, cleanUp: server.stop })
    const crowds = await killTwiceUnderLoad(greenroom)
    await expectNobodyHalfWritten(greenroom, crowds)
    expect(crowds).toHaveLength(2)
  },
)

test(
  'kill -9 of PostgreSQL itself loses no answered registration, and the site carries on',
  onServer,
  async () => {
    const server = await startedPostgres({ durable: true })
    const greenroom = await start({ databaseUrl: server.url, cleanUp: server.stop })
    const eventId = await firstEvent(greenroom)
    const { pid } = greenroom
    const crowd = registerCrowd(greenroom.url, eventId, visitors)
    await crowd.reached(visitors)
    await server.kill()
    await crowd.ended
    await server.restart()
    await expectAllKnown(greenroom, crowd, eventId)
    expect(greenroom.pid).toBe(pid)
    await greenroom.stop()
    await expectNobodyHalfWritten(greenroom, [crowd])
  },
)
