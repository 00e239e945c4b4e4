import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { joins, webinarSeats } from '#server/db/tables/webinars.ts'
import { heldEventStage } from '#tests/support/evening-stage.ts'

test('of a room the pressed links tell who came, and of a webinar only where it does not say so itself', async () => {
  const { register, presence, shown, setClock, at, db } = await heldEventStage()
  for (let people = 0; people < 3; people++) await register()
  setClock('16:30:00')
  const seats = await db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
  const [pressed, led] = seats.map(({ registrationId }) => registrationId)
  await db.insert(joins).values(
    [pressed!, led!].map((registrationId) => ({
      registrationId,
      joinCount: 1,
      firstJoinedAt: new Date(at('15:50:00')),
    })),
  )
  await db
    .update(webinarSeats)
    .set({ state: 'failed', joinUrl: null })
    .where(sql`registration_id = ${led}`)
  expect(await shown()).toMatchObject({ registered: 3, came: 2, minutes: null, knownBy: 'links' })
  // Zoom saw a fourth one alone: the first pressed a link and never came in.
  const fourth = (await register()).id
  await presence('joined', '16:20:00', { registrant_id: fourth })
  expect(await shown()).toMatchObject({ registered: 4, came: 2, minutes: 10, knownBy: 'webinar' })
})
