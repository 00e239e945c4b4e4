// @module-tag postgres
import { expect, test } from 'vitest'
import { events } from '#schema/events.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { resolveEventTimes } from './resolve-event-times.ts'

test('stored times without an offset become instants once, and nobody is told a new time by it', async () => {
  const { app, db, build, register, at } = await mailStage()
  const bare = { eventTime: '18:00', eventEndTime: '19:00' }
  const { id } = await build(bare)
  const other = await build({ ...bare, eventDate: null })
  await register('zola', id)
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['zola: Your seat is confirmed'])
  const settle = () => resolveEventTimes(db, app.deps.time())
  expect([await settle(), await settle()]).toEqual([1, 0])
  const rows = await db.select().from(events).orderBy(events.id)
  expect(rows).toMatchObject([
    { eventTime: '2026-12-10T16:00:00.000Z', eventEndTime: '2026-12-10T17:00:00.000Z' },
    { id: other.id, ...bare },
  ])
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
  expect(await at('2026-12-09T17:00:00Z')).toEqual(['zola: Coming up'])
})
