import { expect, test } from 'vitest'
import { getAuthStatus, logInWithEmail, logOut } from '#features/sign-in/contract.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Options = Parameters<typeof testApp>[0]

/** Returns the parts of a login's Set-Cookie header. */
async function loginCookie(options: Options, headers: Record<string, string> = {}) {
  const { db, newCaller } = await testApp(options)
  const { email } = await buildPerson(db)
  const answer = await newCaller().call(logInWithEmail, { body: { email }, headers })
  return String(answer.headers['set-cookie']).split('; ')
}

test('the cookie is for this host alone, out of reach of scripts, and lasts as long as a session can', async () => {
  const [pair, ...attributes] = await loginCookie({})
  expect(pair).toMatch(/^greenroom_session=[\w-]{43}$/)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax'])
})

test('the cookie is Secure behind https and only there', async () => {
  const forwarded = { 'x-forwarded-proto': 'https' }
  const isSecure = async (options: Options, headers = {}) =>
    (await loginCookie(options, headers)).includes('Secure')
  expect(await isSecure({ config: { publicUrl: 'https://interviews.example.org' } })).toBe(true)
  expect(await isSecure({ config: { trustProxy: 1 } }, forwarded)).toBe(true)
  expect(await isSecure({}, forwarded)).toBe(false)
  expect(await isSecure({ config: { publicUrl: 'http://localhost:3000' } })).toBe(false)
})

const https = { config: { publicUrl: 'https://interviews.example.org' } }

test('behind https the cookie has the prefix that binds it to this host', async () => {
  const [pair, ...attributes] = await loginCookie(https)
  expect(pair).toMatch(/^__Host-greenroom_session=[\w-]{43}$/)
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=15552000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
})

test('behind https a session cannot be planted under the name without the prefix', async () => {
  const { db, asMember, call } = await testApp(https)
  const { email } = await buildPerson(db)
  const cookie = (await asMember(email)).cookie()!.replace('__Host-', '')
  const answer = await call(getAuthStatus, { headers: { cookie } })
  expect(answer.body.userEmail).toBeNull()
  expect(answer.headers).not.toHaveProperty('set-cookie')
})

test('logging out takes the cookie away', async () => {
  const { db, asMember } = await testApp()
  const { email } = await buildPerson(db)
  const member = await asMember(email)
  const answer = await member.call(logOut)
  expect(String(answer.headers['set-cookie'])).toMatch(/^greenroom_session=; Max-Age=0; /)
})

test('a token that a stranger chose is never taken over by a login', async () => {
  const { db, newCaller } = await testApp()
  const { email } = await buildPerson(db)
  const chosen = `greenroom_session=${'A'.repeat(43)}`
  const victim = newCaller()
  await victim.call(logInWithEmail, { body: { email }, headers: { cookie: chosen } })
  expect(victim.cookie()).toMatch(/^greenroom_session=/)
  expect(victim.cookie()).not.toBe(chosen)
  const stranger = newCaller()
  const status = await stranger.call(getAuthStatus, { headers: { cookie: chosen } })
  expect(status.body.hasVideoAccess).toBe(false)
})

test('a cookie that is no token is as good as none, and the database is not asked', async () => {
  const { db, call } = await testApp()
  const { email } = await buildPerson(db)
  for (const cookie of [
    'greenroom_session=',
    'greenroom_session=short',
    `greenroom_session=${'A'.repeat(44)}`,
    `greenroom_session=${'%41'.repeat(43)}%`,
    `greenroom_session="${'A'.repeat(42)}'"`,
    `not_greenroom_session=${'A'.repeat(43)}`,
    'greenroom_session',
    ';=;',
  ]) {
    const answer = await call(getAuthStatus, { headers: { cookie } })
    expect([cookie, answer.status]).toEqual([cookie, 200])
    expect(answer.body).toEqual({ hasVideoAccess: false, isAdmin: false, userEmail: null })
    await call(logInWithEmail, { body: { email }, headers: { cookie } })
  }
  expect(await db.$count(sessions)).toBe(8)
})

test('the cookie is found among others', async () => {
  const { db, asMember, call } = await testApp()
  const { email } = await buildPerson(db)
  const member = await asMember(email)
  const cookie = `a=b; theme="dark"; ${member.cookie()}; greenroom_session_x=1; =`
  expect((await call(getAuthStatus, { headers: { cookie } })).body.userEmail).toBe(email)
})
