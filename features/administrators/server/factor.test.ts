import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { getAuthStatus, logInAdministrator } from '#features/sign-in/contract.ts'
import { administratorFactors } from '#schema/sign-in.ts'
import { administratorsStage } from '#tests/support/administrators-stage.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

const proof = { presentPassword: administrator.password }

/** Creates an organiser with two-factor authentication and recovery codes. */
async function stageWithFactor(config: { rateLimits?: boolean } = {}) {
  const stage = await administratorsStage(config)
  const { admin, clock, newCaller } = stage
  const begun = await admin.call(contract.beginFactor, { body: proof })
  expect(begun.status).toBe(200)
  const codeAt = (steps: number) =>
    new TOTP({ secret: begun.body.secret }).generate({
      timestamp: clock.now().getTime() + steps * 30_000,
    })
  const confirmed = await admin.call(contract.confirmFactor, { body: { code: codeAt(-1) } })
  expect(confirmed.status).toBe(200)
  const signIn = (factor?: string) =>
    newCaller().call(logInAdministrator, { body: { ...administrator, factor } })
  return { ...stage, begun: begun.body, codeAt, signIn, ...confirmed.body }
}

test('a second factor is asked for after the right password only, and a code counts once', async () => {
  const { begun, codeAt, signIn, newCaller, admin } = await stageWithFactor()
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.+secret=/)
  const lacking = await signIn()
  expect([lacking.status, lacking.body]).toMatchObject([401, { code: 'factor_required' }])
  expect(lacking.headers).not.toHaveProperty('set-cookie')
  const guessed = await newCaller().call(logInAdministrator, {
    body: { ...administrator, password: 'not this one', factor: codeAt(0) },
  })
  expect(guessed.headers['refusal-code']).toBe('wrong_password')
  // The code that confirmed the setup cannot be used again.
  expect((await signIn(codeAt(-1))).headers['refusal-code']).toBe('wrong_factor')
  expect((await signIn(codeAt(0))).status).toBe(200)
  expect((await signIn(codeAt(0))).headers['refusal-code']).toBe('wrong_factor')
  const again = await admin.call(contract.beginFactor, { body: proof })
  expect([again.status, again.headers['refusal-code']]).toEqual([409, 'factor_set'])
  const { body: rows } = await admin.call(contract.listAdministrators)
  expect(rows.map(({ hasFactor }) => hasFactor)).toEqual([true, false])
})

test('a code opens one of many logins at once', { tags: 'postgres' }, async () => {
  const { codeAt, signIn } = await stageWithFactor()
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(codeAt(0))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('each of ten recovery codes opens one login, and none of them is kept readable', async () => {
  const { db, recoveryCodes, signIn } = await stageWithFactor()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
  const stored = JSON.stringify(await db.select().from(administratorFactors))
  for (const code of recoveryCodes) expect(stored).not.toContain(code)
  expect((await signIn(recoveryCodes[0]!.toLowerCase())).status).toBe(200)
  expect((await signIn(recoveryCodes[0])).status).toBe(401)
  expect((await signIn(recoveryCodes[1])).status).toBe(200)
})

test('wrong codes are counted like wrong passwords', async () => {
  const { signIn, codeAt } = await stageWithFactor({ rateLimits: true })
  for (let guess = 0; guess < 10; guess++) expect((await signIn('no-code')).status).toBe(401)
  expect((await signIn(codeAt(0))).status).toBe(429)
})

test('no number of addresses tries more than twenty codes of an administrator an hour', async () => {
  const { newCaller, codeAt, clock } = await stageWithFactor()
  const tryFrom = (from: string, factor: string) =>
    newCaller().call(logInAdministrator, { body: { ...administrator, factor }, from })
  for (let guess = 0; guess < 20; guess++) {
    expect((await tryFrom(`192.0.2.${guess}`, 'no-code')).status).toBe(401)
  }
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect((await tryFrom('192.0.2.200', codeAt(0))).status).toBe(429)
})

test('a factor that is begun is not asked for, and is confirmed by a code of it alone', async () => {
  const { admin, signIn } = await administratorsStage()
  const confirm = (code: string) => admin.call(contract.confirmFactor, { body: { code } })
  expect((await confirm('123456')).headers['refusal-code']).toBe('no_factor')
  const wrong = await admin.call(contract.beginFactor, { body: { presentPassword: 'not this' } })
  expect(wrong.headers['refusal-code']).toBe('wrong_present_password')
  await admin.call(contract.beginFactor, { body: proof })
  const refused = await confirm('none')
  expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'code'])
  expect((await signIn(administrator)).status).toBe(200)
})

test('a factor is removed by the present password, and no login asks for it any more', async () => {
  const { admin, signIn } = await stageWithFactor()
  const remove = (presentPassword: string) =>
    admin.call(contract.removeFactor, { body: { presentPassword } })
  expect((await remove('not this one')).status).toBe(400)
  expect((await remove(administrator.password)).status).toBe(200)
  expect((await remove(administrator.password)).headers['refusal-code']).toBe('no_factor')
  expect((await signIn()).status).toBe(200)
})

test('names that look alike are one, and each of them signs in', async () => {
  const { admin, signIn } = await administratorsStage()
  const alike = [
    'th\u0430ndi',
    '\uff34handi',
    'th\u03b1ndi',
    'th\u200bandi',
    'th\u00e0ndi',
    'than\u00addi',
  ]
  for (const username of ['THANDI', ...alike]) {
    const body = { username, password: 'house-lights-up', ...proof }
    const refused = await admin.call(contract.addAdministrator, { body })
    expect([username, refused.headers['refusal-code']]).toEqual([username, 'administrator_exists'])
    expect((await signIn({ username, password: 'house-lights-down' })).status).toBe(200)
  }
})

test('a common password is rejected, and a rare one accepted', async () => {
  const { admin } = await administratorsStage()
  const add = (password: string) =>
    admin.call(contract.addAdministrator, { body: { username: 'sipho', password, ...proof } })
  const guessed = [
    'password1234',
    'passwordpassword',
    '123456789012',
    'qwertyuiop12',
    'siphosiphosipho',
    'sipho1234567',
  ]
  for (const password of guessed) {
    const refused = await add(password)
    expect([password, refused.status, refused.body.errors?.[0]?.field]).toEqual([
      password,
      400,
      'password',
    ])
  }
  expect((await add('row-seven-seat-four')).status).toBe(200)
})

test('if two-factor authentication is required, an administrator without it may only set it up', async () => {
  const { asAdmin, newCaller, clock } = await testApp({ config: { requireFactor: true } })
  await asAdmin()
  const caller = newCaller()
  const reads = async () => (await caller.call(listRegistrations)).status
  const entered = await caller.call(logInAdministrator, { body: administrator })
  expect([entered.status, entered.body]).toMatchObject([200, { isAdmin: false, needsFactor: true }])
  expect((await caller.call(getAuthStatus)).body).toEqual({
    hasVideoAccess: false,
    isAdmin: false,
    needsFactor: true,
    userEmail: null,
  })
  expect(await reads()).toBe(401)
  const body = { username: 'sipho', password: 'row-seven-seat-four', ...proof }
  expect((await caller.call(contract.addAdministrator, { body })).status).toBe(401)
  const { secret } = (await caller.call(contract.beginFactor, { body: proof })).body
  expect(await reads()).toBe(401)
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
  expect((await caller.call(contract.confirmFactor, { body: { code } })).status).toBe(200)
  expect(await reads()).toBe(200)
  // After removing two-factor authentication, e.g. for a new phone, the administrator must first set it up
  // again.
  expect((await caller.call(contract.removeFactor, { body: proof })).status).toBe(200)
  expect(await reads()).toBe(401)
  expect((await caller.call(contract.beginFactor, { body: proof })).status).toBe(200)
})
