import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { describeError } from './log.ts'

test('a failed query is logged with its text and code, but without anybody’s name or e-mail', async () => {
  const { db } = await testDatabase()
  const failure = await db
    .execute(
      sql`insert into users (email, first_name) values (${'SECRET@example.com'}, ${'Thandi'})`,
    )
    .then(
      () => undefined,
      (error: Error) => error,
    )
  const logged = describeError(failure!)
  expect(logged).toMatchObject({ code: '23514', constraint: 'users_email_check' })
  expect(JSON.stringify(logged)).toContain('insert into users')
  expect(JSON.stringify(logged)).not.toMatch(/SECRET|Thandi/)
})

test('any other error is logged with its stack and its cause', () => {
  const logged = describeError(new Error('outer', { cause: new TypeError('inner') }))
  expect(logged).toMatchObject({ message: 'outer', cause: { type: 'TypeError', message: 'inner' } })
  expect(logged.stack).toContain('describe-error.test.ts')
})
