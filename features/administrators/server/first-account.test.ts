import { expect, test } from 'vitest'
import { verifyPassword } from '#features/sign-in/server/administrator-login.ts'
import { administrators } from '#schema/sign-in.ts'
import { testApp } from '#tests/support/test-app.ts'
import { createFirstAdministrator } from './accounts.ts'

test('an empty database gets an administrator with the password that is set', async () => {
  const { db } = await testApp()
  const made = await createFirstAdministrator(db, {
    username: 'host',
    password: 'curtain-up-at-eight',
  })
  expect(made).toEqual({ username: 'host', generatedPassword: undefined })
  const [row] = await db.select().from(administrators)
  expect(row?.username).toBe('host')
  expect(await verifyPassword('curtain-up-at-eight', row!.passwordHash)).toBe(true)
})

test('without a password, a random one is generated and shown once', async () => {
  const passwords = new Set<string>()
  for (let start = 0; start < 3; start++) {
    const { db } = await testApp()
    const made = await createFirstAdministrator(db, { username: 'admin' })
    expect(made?.generatedPassword).toMatch(/^[\w-]{20}$/)
    const [row] = await db.select().from(administrators)
    expect(await verifyPassword(made!.generatedPassword!, row!.passwordHash)).toBe(true)
    passwords.add(made!.generatedPassword!)
    expect(await createFirstAdministrator(db, { username: 'admin' })).toBeUndefined()
  }
  expect(passwords.size).toBe(3)
})

test('a later start changes nobody, whatever is set', async () => {
  const { db } = await testApp()
  await createFirstAdministrator(db, { username: 'host', password: 'curtain-up-at-eight' })
  const before = await db.select().from(administrators)
  for (const username of ['host', 'another']) {
    const again = await createFirstAdministrator(db, { username, password: 'something else' })
    expect(again).toBeUndefined()
  }
  expect(await db.select().from(administrators)).toEqual(before)
})

test(
  'nodes that start together make one administrator and one of them tells of it',
  { tags: 'postgres' },
  async () => {
    const { db } = await testApp()
    const made = await Promise.all(
      Array.from({ length: 5 }, () => createFirstAdministrator(db, { username: 'admin' })),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await db.$count(administrators)).toBe(1)
  },
)
