// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findJoinPath, takeJoinLink } from '#features/join-links/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { events } from '#schema/events.ts'
import { joins } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { liveStage } from '#tests/support/live-stage.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

const roomUrl = 'https://meet.google.com/abc-defg-hij'

/**
 * Creates an event with a meeting room and a registrant, and a function that returns where a browser is led.
 */
async function registered() {
  const stage = await liveStage()
  const { db, event, call } = stage
  await db.update(events).set({ roomUrl }).where(eq(events.id, event.id))
  const { email } = registrationBody()
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  await stage.runJobs()
  type Caller = Pick<typeof stage, 'call'>
  const joinPath = async (caller: Caller, token?: string, eventId = event.id) =>
    (await caller.call(findJoinPath, { body: { eventId, token } })).body
  const verified = stage.newCaller()
  await verifyByLink(stage, verified, email)
  return { ...stage, email, joinPath, verified }
}

const nothing = { isRegistered: false, path: null }

test('a verified session and the token of the join link get the way in, and an email alone never does', async () => {
  const { at, joinPath, verified, asMember, newCaller, email, db, event } = await registered()
  const byEmail = await asMember(email)
  at('15:44:59')
  expect(await joinPath(verified)).toEqual({ isRegistered: true, path: null })
  at('15:45:00')
  const { path } = await joinPath(verified)
  expect(path).toMatch(/^\/join\/[\w-]+$/)
  const token = path!.replace('/join/', '')
  expect(await joinPath(byEmail)).toEqual(nothing)
  expect(await joinPath(newCaller())).toEqual(nothing)
  expect(await joinPath(newCaller(), token)).toEqual({ isRegistered: true, path })
  expect(await joinPath(newCaller(), `${token}x`)).toEqual(nothing)
  const other = await buildEvent(db)
  expect(await joinPath(verified, token, other.id)).toEqual(nothing)
  expect(await joinPath(verified, token, 999_999)).toEqual(nothing)
  // Opening the page does not count as joining.
  expect(await db.$count(joins)).toBe(0)
  at('17:29:59')
  expect(await joinPath(verified)).toEqual({ isRegistered: true, path })
  at('17:30:00')
  expect(await joinPath(verified)).toEqual({ isRegistered: true, path: null })
  await db.update(events).set({ cancelledAt: new Date() }).where(eq(events.id, event.id))
  at('16:00:00')
  expect(await joinPath(verified)).toEqual({ isRegistered: true, path: null })
})

test('the join link opens when the event is live early, and longer while Zoom says that it runs', async () => {
  const { at, sendWebhook, joinPath, verified, call } = await registered()
  at('16:00:00')
  const token = (await joinPath(verified)).path!.replace('/join/', '')
  const join = async () => (await call(takeJoinLink, { body: { token } })).body.state
  at('15:20:00')
  expect(await join()).toBe('early')
  await sendWebhook('webinar.started')
  expect((await joinPath(verified)).path).not.toBeNull()
  // With a webinar, the meeting room is for registrants without a Zoom registration.
  expect(await join()).not.toBe('early')
  at('17:45:00')
  expect(await join()).not.toBe('over')
  await sendWebhook('webinar.ended')
  expect(await join()).toBe('over')
})
