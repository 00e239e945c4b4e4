// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#schema/people.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a transaction of which a statement failed is no success, though nobody heard of the failure', async () => {
  const { db } = await testApp()
  const registered = db.transaction(async (tx) => {
    await tx.insert(users).values({ email: 'zola@example.com' })
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(registered).rejects.toHaveProperty('cause.message', 'division by zero')
  expect(await db.select().from(users)).toEqual([])
})
