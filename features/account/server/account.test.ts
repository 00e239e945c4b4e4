// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  cancelOwnRegistration,
  changeOwnTopics,
  eraseAccount,
  exportAccount,
  getAccount,
  takeBackRegistration,
} from '#features/account/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { signInCodes } from '#schema/sign-in.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { atTheBrowser } from '#tests/support/code-stage.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'
import { webinarStage } from '#tests/support/webinar-stage.ts'

test('my page shows my seats, interests, topics and place, and topics can be left and taken back', async () => {
  const { db, browser, call, lastCode, ask, show, email } = await atTheBrowser()
  const event = await buildEvent(db, { title: 'The last mile' })
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  await ask()
  await show(await lastCode())
  const { body } = await browser.call(getAccount)
  expect(body.registrations).toMatchObject([
    { title: 'The last mile', registrationType: 'confirmed', isCancelled: false },
  ])
  expect(body.registrations[0]!.joinPath).toMatch(/^\/join\/\w+-[\w-]{24}$/)
  expect(body.topics).toEqual({ news: true, reminders: true })
  const change = (topics: { news?: boolean; reminders?: boolean }) =>
    browser.call(changeOwnTopics, { body: topics })
  expect((await change({ news: false })).body.topics).toEqual({ news: false, reminders: true })
  expect((await change({ reminders: false })).body.topics).toEqual({
    news: false,
    reminders: false,
  })
  expect((await change({ news: true })).body.topics).toEqual({ news: true, reminders: false })
  expect((await browser.call(getAccount)).body.topics).toEqual({ news: true, reminders: false })
})

test('my own registration and no other can be cancelled; I take everything with me, and am erased', async () => {
  const { db, browser, call, lastCode, ask, show, email } = await atTheBrowser()
  const event = await buildEvent(db)
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await ask()
  await show(await lastCode())
  const mine = (await browser.call(getAccount)).body.registrations[0]!.id
  const registrations = await db.select().from(eventRegistrations)
  const other = registrations.find(({ id }) => id !== mine)!.id
  const cancel = (id: number) => browser.call(cancelOwnRegistration, { params: { id } })
  expect((await cancel(other)).status).toBe(404)
  expect((await cancel(mine)).status).toBe(200)
  expect((await browser.call(getAccount)).body.registrations).toEqual([])
  const taken = await browser.call(exportAccount)
  expect(taken.status).toBe(200)
  expect(taken.body).toMatchObject({ email })
  expect((await browser.call(eraseAccount)).status).toBe(200)
  expect((await browser.call(getAccount)).status).toBe(401)
  expect(await db.$count(users, eq(users.email, email))).toBe(0)
  expect(await db.$count(signInCodes)).toBe(0)
})

test('typing an email alone opens nothing personal', async () => {
  const { email, asMember, asAdmin } = await atTheBrowser()
  const member = await asMember(email)
  expect((await member.call(getAccount)).status).toBe(401)
  const admin = await asAdmin()
  expect((await admin.call(getAccount)).status).toBe(401)
})

test('a seat that was given up is taken back: Zoom approves it again, and nothing more is agreed to', async () => {
  const stage = await webinarStage()
  const { call, db, event, newCaller, runJobs, seats, webinar } = stage
  const body = registrationBody({ eventIds: [event.id], receiveUpdates: false })
  const { email } = body
  await call(registerForEvents, { body })
  await runJobs()
  const browser = newCaller()
  await verifyByLink(stage, browser, email)
  const [own] = (await browser.call(getAccount)).body.registrations
  expect(own!.joinPath).not.toBeNull()
  await browser.call(cancelOwnRegistration, { params: { id: own!.id } })
  await runJobs()
  expect(webinar.registrants.map(({ status }) => status)).toEqual(['denied'])
  const back = await browser.call(takeBackRegistration, { body: { eventId: event.id } })
  expect([back.status, back.body]).toEqual([200, { eventId: event.id }])
  await runJobs()
  expect(webinar.registrants.map(({ status }) => status)).toEqual(['approved'])
  expect((await seats()).map(({ state }) => state)).toEqual(['seated'])
  const rows = await db.select().from(eventRegistrations)
  expect(rows).toMatchObject([{ receiveUpdates: false, registrationType: 'confirmed' }])
  // A repeated call keeps one registration.
  await browser.call(takeBackRegistration, { body: { eventId: event.id } })
  expect(await db.$count(eventRegistrations)).toBe(1)
  const unknown = await browser.call(takeBackRegistration, { body: { eventId: 999_999 } })
  expect(unknown.status).toBe(404)
  const stranger = await newCaller().call(takeBackRegistration, { body: { eventId: event.id } })
  expect(stranger.status).toBe(401)
})

test('no seat is taken back for an event that is over', async () => {
  const { db, browser, lastCode, ask, show } = await atTheBrowser()
  const over = await buildEvent(db, { status: 'completed' })
  await ask()
  await show(await lastCode())
  const late = await browser.call(takeBackRegistration, { body: { eventId: over.id } })
  expect(late.status).toBe(409)
  expect(await db.$count(eventRegistrations)).toBe(0)
})
