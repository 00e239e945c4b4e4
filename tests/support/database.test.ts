import { expect, test } from 'vitest'
import { events } from '#schema/events.ts'
import { testDatabase } from './database.ts'

const event = {
  speakerName: 'Ada',
  speakerTitle: 'Founder',
  description: 'Talks',
  featureImage: '/a.jpg',
  bannerImage: '/b.jpg',
}

test('a test database has every table, and truncating empties it and starts the ids again', async () => {
  const { db, truncate } = await testDatabase()
  await truncate()
  await db.insert(events).values([event, event])
  await truncate()
  expect(await db.select().from(events)).toEqual([])
  const [again] = await db.insert(events).values(event).returning({ id: events.id })
  expect(again!.id).toBe(1)
})

test('the tests of one file share its database', async () => {
  expect(await testDatabase()).toBe(await testDatabase())
})
