// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#schema/people.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a transaction with a failed statement is no success, even if the failure was unobserved', async () => {
  const { db } = await testApp()
  const registered = db.transaction(async (tx) => {
    await tx.insert(users).values({ email: 'zola@example.com' })
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(registered).rejects.toHaveProperty('cause.message', 'division by zero')
  expect(await db.select().from(users)).toEqual([])
})
