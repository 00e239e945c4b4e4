import { expect, test } from 'vitest'
import { openCrewRoom, openHostRoom } from '#features/crew/contract.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'

test('the room opens to the crew an hour before the start, and is named before without its address', async () => {
  const app = await testApp()
  const { call, clock, db } = app
  const event = await buildEvent(db)
  const { name, open, tokenOf } = crewStage(app)
  const token = await tokenOf((await name(event.id, 'Naledi')).body.id)
  const way = () => call(openCrewRoom, { body: { token } })
  async function refusal() {
    const { status, headers, body } = await way()
    expect([status, headers['refusal-code']]).toEqual([409, 'no_way_in'])
    return body.message
  }
  clock.set('2026-12-10T15:00:00Z')
  expect(await refusal()).toBe('The meeting room is not set up yet. Please ask the organiser.')
  const roomUrl = 'https://meet.google.com/abc-defg-hij'
  await db.update(events).set({ roomUrl })
  clock.set('2026-12-10T14:59:59Z')
  expect(await refusal()).toBe('The room is not open yet.')
  const page = await open(token)
  expect(page.body.room).toBe('Google Meet')
  expect(JSON.stringify(page.body)).not.toContain('abc-defg-hij')
  clock.set('2026-12-10T15:00:00Z')
  expect((await way()).body).toEqual({ url: roomUrl, isHost: false })
  clock.set('2026-12-10T17:30:00Z')
  expect(await refusal()).toBe('This event has ended.')
  clock.set('2026-12-10T16:00:00Z')
  await db.update(events).set({ cancelledAt: clock.now() })
  expect(await refusal()).toBe('This event was cancelled.')
})

test('hosts open Zoom as host, panelists with their own link, and the meeting link is the fallback', async () => {
  const app = await webinarStage()
  const { call, clock, db, event, webinar, zoom } = app
  const { name, open, tokenOf } = crewStage(app)
  const host = await tokenOf((await name(event.id, 'Sipho', 'host')).body.id)
  const guest = await tokenOf((await name(event.id, 'Naledi')).body.id)
  const way = async (token: string) => (await call(openCrewRoom, { body: { token } })).body
  clock.set('2026-12-10T15:30:00Z')
  expect((await open(guest)).body.room).toBe('Zoom webinar')
  const [first, second] = [await way(host), await way(host)]
  expect(first).toEqual({ url: expect.stringContaining(`/s/${webinarId}?zak=`), isHost: true })
  // The host's link expires, so each press requests a new one and none is stored.
  expect(second.url).not.toBe(first.url)
  const joining = { url: `https://zoom.example/j/${webinarId}`, isHost: false }
  expect(await way(guest)).toEqual(joining)
  const own = 'https://zoom.example/w/own?tk=panelist'
  webinar.panelists.push({ id: 'p', name: 'N', email: 'Naledi@example.com', join_url: own })
  expect(await way(guest)).toEqual({ url: own, isHost: false })
  webinar.hasStartUrl = false
  expect(await way(host)).toEqual(joining)
  zoom.behave('broken')
  const refused = await call(openCrewRoom, { body: { token: guest } })
  expect(refused.body.message).toMatch(/^Zoom returned no link \(Internal error\)/)
  const roomUrl = 'https://meet.google.com/abc-defg-hij'
  await db.update(events).set({ roomUrl })
  expect(await way(guest)).toEqual({ url: roomUrl, isHost: false })
  zoom.behave('well')
  await db.update(zoomWebinarMappings).set({ webinarId: 'meeting:85555555555' })
  zoom.addWebinar('85555555555', { kind: 'meeting' })
  expect((await way(host)).url).toContain('/s/85555555555?zak=')
  expect((await way(guest)).url).toBe('https://zoom.example/j/85555555555')
  expect(webinar.registrants).toEqual([])
})

test('an organiser opens the Zoom room as its host at any hour, else the room that all have', async () => {
  const { asAdmin, call, clock, db, event, zoom } = await webinarStage()
  const params = { id: event.id }
  clock.set('2026-12-10T12:00:00Z')
  const admin = await asAdmin()
  const open = async () => (await admin.call(openHostRoom, { params })).body
  expect(await open()).toEqual({
    url: expect.stringContaining(`/s/${webinarId}?zak=`),
    isHost: true,
  })
  zoom.behave('broken')
  const refused = await admin.call(openHostRoom, { params })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('Zoom returned no link'),
  ])
  await db.delete(zoomWebinarMappings)
  expect((await open()).message).toBe('This event has no meeting link yet.')
  const roomUrl = 'https://meet.google.com/abc-defg-hij'
  await db.update(events).set({ roomUrl })
  expect(await open()).toEqual({ url: roomUrl, isHost: false })
  expect((await call(openHostRoom, { params })).status).toBe(401)
  expect((await admin.call(openHostRoom, { params: { id: 999 } })).status).toBe(404)
})
