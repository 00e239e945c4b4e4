import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import { createApiKey } from '#features/api-keys/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { logInAdministrator, logInWithEmail } from '#features/sign-in/contract.ts'
import { apiKeys } from '#schema/api-keys.ts'
import { sessions } from '#schema/sign-in.ts'
import { administratorsStage, colleague } from '#tests/support/administrators-stage.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { administrator } from '#tests/support/test-app.ts'

test("changing one's password ends all other sessions and a copy of the own cookie", async () => {
  const { db, admin, reads, signIn, call } = await administratorsStage()
  const elsewhere = await signIn(administrator)
  const other = await signIn(colleague)
  const copied = admin.cookie()!
  const changed = await admin.call(contract.changeOwnPassword, {
    body: { presentPassword: administrator.password, newPassword: ' doors at seven ' },
  })
  expect(changed.status).toBe(200)
  expect(await reads(admin)).toBe(200)
  expect(await elsewhere.isIn()).toBe(false)
  expect((await call(listRegistrations, { headers: { cookie: copied } })).status).toBe(401)
  expect(await other.isIn()).toBe(true)
  expect((await signIn(administrator)).status).toBe(401)
  expect((await signIn({ ...administrator, password: 'doors at seven' })).status).toBe(401)
  expect((await signIn({ ...administrator, password: ' doors at seven ' })).status).toBe(200)
  expect(await db.$count(sessions)).toBe(3)
})

test("changing one's password ends one's own API keys if asked, and the log says so", async () => {
  const { db, admin, signIn } = await administratorsStage()
  const other = await signIn(colleague)
  const newKey = { name: 'CRM', scopes: ['events:read' as const] }
  await admin.call(createApiKey, { body: newKey })
  await other.call(createApiKey, { body: { ...newKey, name: 'Website' } })
  const change = (presentPassword: string, newPassword: string, endKeys?: boolean) =>
    admin.call(contract.changeOwnPassword, { body: { presentPassword, newPassword, endKeys } })
  await change(administrator.password, 'doors at seven')
  expect(await db.$count(apiKeys)).toBe(2)
  await change('doors at seven', 'doors at eight', true)
  expect((await db.select().from(apiKeys)).map(({ name }) => name)).toEqual(['Website'])
  const { entries } = (await admin.call(contract.listAuditLog)).body
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'password_changed', details: { keysEnded: 1 } },
    { action: 'api_key_removed', subject: 'CRM', username: administrator.username },
  ])
})

test('the present password is asked for, and guessing it is limited like signing in', async () => {
  const { admin, reads, signIn } = await administratorsStage({ rateLimits: true })
  const change = (presentPassword: string, newPassword = 'doors at seven') =>
    admin.call(contract.changeOwnPassword, { body: { presentPassword, newPassword } })
  const short = await change(administrator.password, 'short')
  expect([short.status, short.body.errors]).toEqual([
    400,
    [{ field: 'newPassword', message: 'New password must have at least 12 characters' }],
  ])
  for (let guess = 0; guess < 10; guess++) {
    const wrong = await change(`guess ${guess}`)
    expect([wrong.status, wrong.headers['refusal-code'], wrong.body.errors]).toEqual([
      400,
      'wrong_present_password',
      [{ field: 'presentPassword', message: 'Your current password is wrong' }],
    ])
  }
  const refused = await change(administrator.password)
  expect([refused.status, refused.headers['refusal-code']]).toEqual([429, 'too_many'])
  expect(await reads(admin)).toBe(200)
  // Both ways share one limit.
  expect((await signIn(administrator)).status).toBe(429)
  expect((await signIn(administrator, '203.0.113.9')).status).toBe(200)
})

test(
  'nobody stays signed in with a password that is changed at the same moment',
  { tags: 'postgres' },
  async () => {
    const { db, admin, signIn, newCaller } = await administratorsStage()
    const person = await buildPerson(db)
    let present = administrator.password
    for (let round = 0; round < 3; round++) {
      const former = { ...administrator, password: present }
      const browser = await signIn(former)
      const next = `doors at seven ${round}`
      const [changed, , ...logins] = await Promise.all([
        admin.call(contract.changeOwnPassword, {
          body: { presentPassword: present, newPassword: next },
        }),
        // An email login moves the role to a new session.
        browser.call(logInWithEmail, { body: { email: person.email } }),
        ...Array.from({ length: 6 }, () => signIn(former)),
      ])
      expect(changed.status).toBe(200)
      expect(await browser.isIn()).toBe(false)
      for (const login of logins) expect(await login.isIn()).toBe(false)
      expect((await newCaller().call(logInAdministrator, { body: former })).status).toBe(401)
      present = next
    }
    expect((await admin.call(listRegistrations)).status).toBe(200)
  },
)

test(
  'two changes of one password at once: one counts, and the other is told so',
  { tags: 'postgres' },
  async () => {
    const { admin, signIn } = await administratorsStage()
    const other = await signIn(administrator)
    const change = (caller: typeof admin, newPassword: string) =>
      caller.call(contract.changeOwnPassword, {
        body: { presentPassword: administrator.password, newPassword },
      })
    const answers = await Promise.all([
      change(admin, 'doors at seven'),
      change(other, 'doors at eight'),
    ])
    const statuses = answers.map(({ status }) => status)
    // The later call is refused for its password, or its session has ended.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([400, 401]).toContain(Math.max(...statuses))
    const kept = statuses[0] === 200 ? 'doors at seven' : 'doors at eight'
    expect((await signIn({ ...administrator, password: kept })).status).toBe(200)
  },
)
