import { expect, test } from 'vitest'
import { listMemberVideos } from '#features/library/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import {
  getAuthStatus,
  logInAdministrator,
  logInWithEmail,
  logOut,
} from '#features/sign-in/contract.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson, buildRecording, buildViewer } from '#tests/support/builders.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

test('a visitor without a session has no access and no email', async () => {
  const { call } = await testApp()
  const answer = await call(getAuthStatus)
  expect(answer.body).toEqual({ hasVideoAccess: false, isAdmin: false, userEmail: null })
})

test('a known email in another letter case opens the library', async () => {
  const { db, newCaller } = await testApp()
  const person = await buildPerson(db)
  const video = await buildRecording(db)
  const member = newCaller()
  const login = await member.call(logInWithEmail, {
    body: { email: ` ${person.email.toUpperCase()} ` },
  })
  expect(login.body).toEqual({ videoAccess: { email: person.email }, isAdmin: false })
  expect((await member.call(getAuthStatus)).body).toEqual({
    hasVideoAccess: true,
    isAdmin: false,
    userEmail: person.email,
  })
  const videos = await member.call(listMemberVideos)
  expect(videos.body).toEqual([expect.objectContaining({ id: video.id, videoUrl: video.videoUrl })])
})

test('an email in video_access only opens the library', async () => {
  const { db, asMember } = await testApp()
  const viewer = await buildViewer(db)
  const member = await asMember(viewer.email)
  expect((await member.call(listMemberVideos)).status).toBe(200)
})

test('an unknown email is answered 404 and gets no session', async () => {
  const { call, cookie } = await testApp()
  const answer = await call(logInWithEmail, { body: { email: 'nobody@example.com' } })
  expect(answer.status).toBe(404)
  expect(answer.body.message).toContain('Email not found')
  expect(cookie()).toBeUndefined()
})

test('the cookie is out of reach of scripts and the database holds only its hash', async () => {
  const { db, newCaller } = await testApp()
  const person = await buildPerson(db)
  const answer = await newCaller().call(logInWithEmail, { body: { email: person.email } })
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  const token = /greenroom_session=([^;]+)/.exec(cookie)![1]!
  const [row] = await db.select().from(sessions)
  expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(token)
})

test('the cookie is Secure behind https', async () => {
  const { db, newCaller } = await testApp({
    config: { publicUrl: 'https://interviews.example.org' },
  })
  const person = await buildPerson(db)
  const answer = await newCaller().call(logInWithEmail, { body: { email: person.email } })
  expect(String(answer.headers['set-cookie'])).toContain('Secure')
})

test('every login gives a new token and the old one is worth nothing', async () => {
  const { db, newCaller, call } = await testApp()
  const person = await buildPerson(db)
  const member = newCaller()
  await member.call(logInWithEmail, { body: { email: person.email } })
  const old = member.cookie()!
  await member.call(logInWithEmail, { body: { email: person.email } })
  expect(member.cookie()).not.toBe(old)
  expect(await db.$count(sessions)).toBe(1)
  const replay = await call(getAuthStatus, { headers: { cookie: old } })
  expect(replay.body.hasVideoAccess).toBe(false)
})

test('logging out without a body ends the session for a copied cookie as well', async () => {
  const { db, asMember, send, call } = await testApp()
  const person = await buildPerson(db)
  const member = await asMember(person.email)
  const copied = member.cookie()!
  const answer = await member.call(logOut)
  expect(answer.status).toBe(200)
  expect(member.cookie()).toBeUndefined()
  expect((await call(getAuthStatus, { headers: { cookie: copied } })).body.userEmail).toBeNull()
  const emptyJson = await send({
    method: 'POST',
    url: '/api/admin/logout',
    headers: { 'content-type': 'application/json' },
    payload: '',
  })
  expect(emptyJson.statusCode).toBe(200)
})

test('membership ends after thirty days without use and lives on with use', async () => {
  const { db, clock, asMember } = await testApp()
  const person = await buildPerson(db)
  const member = await asMember(person.email)
  const status = async () => (await member.call(getAuthStatus)).body.hasVideoAccess
  clock.set('2026-12-30T08:00:00Z')
  expect(await status()).toBe(true)
  clock.set('2027-01-28T08:00:00Z')
  expect(await status()).toBe(true)
  clock.set('2027-02-28T08:00:01Z')
  expect(await status()).toBe(false)
})

test("an administrator's role ends after twelve hours while the membership stays", async () => {
  const { db, clock, asAdmin } = await testApp()
  const person = await buildPerson(db)
  const admin = await asAdmin()
  await admin.call(logInWithEmail, { body: { email: person.email } })
  expect((await admin.call(listRegistrations)).status).toBe(200)
  clock.set('2026-12-01T20:00:01Z')
  expect((await admin.call(listRegistrations)).status).toBe(401)
  expect((await admin.call(getAuthStatus)).body).toEqual({
    hasVideoAccess: true,
    isAdmin: false,
    userEmail: person.email,
  })
})

test("an email login keeps the administrator's role and an administrator's login the email", async () => {
  const { db, asAdmin, asMember } = await testApp()
  const person = await buildPerson(db)
  const admin = await asAdmin()
  const login = await admin.call(logInWithEmail, { body: { email: person.email } })
  expect(login.body.isAdmin).toBe(true)
  const member = await asMember(person.email)
  await member.call(logInAdministrator, { body: administrator })
  expect((await member.call(getAuthStatus)).body).toEqual({
    hasVideoAccess: true,
    isAdmin: true,
    userEmail: person.email,
  })
})

test("no email ever yields an administrator's role", async () => {
  const { db, asAdmin, asMember } = await testApp()
  await asAdmin()
  const person = await buildPerson(db, { email: 'organiser@example.com' })
  const member = await asMember(person.email)
  expect((await member.call(getAuthStatus)).body.isAdmin).toBe(false)
  expect((await member.call(listRegistrations)).status).toBe(401)
})

test('a wrong password and an unknown name are answered alike', async () => {
  const { asAdmin, call } = await testApp()
  await asAdmin()
  const wrong = await call(logInAdministrator, { body: { ...administrator, password: 'no' } })
  const unknown = await call(logInAdministrator, { body: { username: 'who', password: 'no' } })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ message: 'Invalid username or password' })
  expect(unknown.body).toEqual(wrong.body)
})
