import { expect, test } from 'vitest'
import { events } from '#server/db/schema.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepStatuses } from './sweep-statuses.ts'

test('an event is written down as completed once its end is past, and its last edit stays', async () => {
  const { db, app, clock } = await testApp()
  const event = await buildEvent(db)
  clock.set('2026-12-10T16:59:59Z')
  expect(await sweepStatuses(db, app.deps.moment())).toBe(0)
  clock.set('2026-12-10T17:00:00Z')
  expect(await sweepStatuses(db, app.deps.moment())).toBe(1)
  expect(await sweepStatuses(db, app.deps.moment())).toBe(0)
  const [row] = await db.select().from(events)
  expect(row).toMatchObject({ status: 'completed', updatedAt: event.updatedAt })
})
