// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { addCrewMember } from '#features/crew/contract.ts'
import { deleteEvent } from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { bounces } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'

test('new people join the scheduled time and never change it', async () => {
  const stage = await announcementStage()
  const { call, register, write, tryOut, approve, runJobs, told, read, clock } = stage
  await register()
  const params = await write()
  await tryOut(params)
  const early = await approve(params, '2020-01-01T00:00:00Z')
  expect([early.status, early.body.errors]).toMatchObject([400, [{ field: 'at' }]])
  const at = '2026-12-01T10:00:00.000Z'
  await approve(params, at)
  await register()
  const another = await approve(params, '2026-12-02T10:00:00Z')
  expect([another.status, another.body.errors]).toMatchObject([400, [{ field: 'at' }]])
  expect((await approve(params)).status).toBe(200)
  await runJobs()
  expect([told(), (await read(params)).at]).toEqual([[], at])

  clock.set(at)
  await call(contract.stopAnnouncement, { params })
  await register()
  const later = await approve(params, '2026-12-02T10:00:00Z')
  expect([later.status, later.body.errors]).toMatchObject([400, [{ field: 'at' }]])
  expect((await approve(params)).body).toMatchObject({ at, counts: { total: 3, waiting: 3 } })
  await call(contract.resumeAnnouncement, { params })
  await runJobs()
  expect(told()).toHaveLength(3)

  // No one is waiting any more, so new people get their own sending time.
  const newcomer = await register()
  await approve(params, '2026-12-02T10:00:00Z')
  await runJobs()
  expect(told()).toHaveLength(3)
  clock.set('2026-12-02T10:00:00Z')
  await runJobs()
  expect(told()).toContain(newcomer.email)
})

test('newsletters are counted, listed and sent only for people who agreed to updates', async () => {
  const stage = await announcementStage()
  const { call, db, register, write, tryOut, runJobs, told, countsOf, event } = stage
  const agreed = [await register(), await register()]
  const silent = await register({ receiveUpdates: false })
  for (const email of ['robin@example.com', agreed[0]!.email]) {
    const crew = { name: 'Robin', email, role: 'host' }
    await call(addCrewMember, { params: { id: event.id }, body: crew })
  }
  await runJobs()
  const audience = { ...stage.toRegistered, crewOf: event.id }
  const count = async (topic?: string) =>
    (await call(contract.countAudience, { body: { audience, topic } })).body.count
  expect([await count(), await count('event'), await count('news')]).toEqual([4, 4, 2])
  const listed = await call(contract.listAudience, { body: { audience, topic: 'news' } })
  expect(listed.body).toMatchObject({ total: 2 })
  const params = await write({ topic: 'news', audience })
  const personKey = silent.personKey
  const preview = await call(contract.previewAnnouncement, { params, body: { personKey } })
  expect(preview.status).toBe(404)
  await tryOut(params)
  const approveFor = (people: number) =>
    call(contract.approveAnnouncement, { params, body: { count: people } })
  expect((await approveFor(4)).body).toMatchObject({ count: 2 })
  expect((await approveFor(2)).status).toBe(200)
  await db.update(eventRegistrations).set({ receiveUpdates: true })
  await runJobs()
  expect(told()).toEqual(agreed.map(({ email }) => email).toSorted())
  expect(await countsOf(params)).toMatchObject({ total: 2, sent: 2, skipped: 0 })
})

test('a crew is taken away from as everybody else, in what is counted and as it is sent', async () => {
  const stage = await announcementStage()
  const { call, db, register, begin, runJobs, told, event } = stage
  const others = [await buildEvent(db), await buildEvent(db)]
  const [taken, kept] = [await buildPerson(db), await buildPerson(db)]
  for (const { email } of [taken, kept]) {
    const crew = { name: 'Robin', email, role: 'host' }
    await call(addCrewMember, { params: { id: event.id }, body: crew })
  }
  await runJobs()
  const goer = await register()
  await db.insert(eventRegistrations).values({ userId: taken.id, eventId: others[1]!.id })
  const except = others.map(({ id }) => ({ kind: 'registered', eventId: id }))
  const audience = { ...stage.toRegistered, except, crewOf: event.id }
  const counted = await call(contract.countAudience, { body: { audience } })
  expect(counted.body.count).toBe(2)
  const params = await begin({ audience })
  await db.insert(eventRegistrations).values({ userId: kept.id, eventId: others[0]!.id })
  await runJobs()
  expect(told()).toEqual([goer.email])
  expect(await stage.verdicts(params)).toMatchObject(
    [
      { email: kept.email, state: 'skipped', reason: 'No longer among the recipients' },
      { email: goer.email, state: 'sent' },
    ].toSorted((a, b) => a.email.localeCompare(b.email)),
  )
})

test('skipped people who qualify again are new recipients, unless they bounce', async () => {
  const stage = await announcementStage()
  const { call, db, register, begin, runJobs, told, countsOf, approve, event } = stage
  const [back, bounced] = [await register(), await register()]
  const params = await begin()
  await db.delete(eventRegistrations)
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ total: 2, skipped: 2 })
  for (const { id: userId } of [back, bounced])
    await db.insert(eventRegistrations).values({ userId, eventId: event.id })
  const { email, personKey } = bounced
  await db.insert(bounces).values({ email, personKey, isLasting: true, reason: 'No such mailbox' })
  const newcomers = await call(contract.countNewcomers, { params })
  expect(newcomers.body).toEqual({ count: 1 })
  expect((await approve(params)).body).toMatchObject({ counts: { total: 2, waiting: 1 } })
  await runJobs()
  expect(told()).toEqual([back.email])
  expect(await countsOf(params)).toMatchObject({ total: 2, sent: 1, skipped: 1 })
})

test('an event unpublished meanwhile stays among the recipients', async () => {
  const stage = await announcementStage()
  const { db, register, begin, runJobs, told, event } = stage
  await register()
  await begin({ topic: 'news', eventId: null })
  await db
    .update(events)
    .set({ publishAt: new Date('2100-01-01T00:00:00Z') })
    .where(eq(events.id, event.id))
  await runJobs()
  expect(told()).toHaveLength(1)
})

test('a newsletter about a deleted event keeps its results, stops, and gets no new people', async () => {
  const stage = await announcementStage()
  const { call, db, begin, runJobs, told, read, verdicts, server, dueNow, event } = stage
  const agreed = async () => {
    const person = await buildPerson(db)
    await db
      .insert(eventRegistrations)
      .values({ userId: person.id, eventId: other.id, receiveUpdates: true })
    return person
  }
  const other = await buildEvent(db)
  const [one, two] = [await agreed(), await agreed()]
  server.refuse(two.email, '451 4.3.0 Later')
  const params = await begin({ topic: 'news', audience: { any: [{ kind: 'updates' }] } })
  await runJobs()
  const deleted = await call(deleteEvent, { params: { id: event.id } })
  expect([deleted.status, deleted.body.message]).toEqual([200, undefined])
  expect(await read(params)).toMatchObject({
    state: 'stopped',
    counts: { total: 2, sent: 1, waiting: 1 },
  })
  const found = (await verdicts(params)).map(({ email }) => email)
  expect(new Set(found)).toEqual(new Set([one.email, two.email]))
  const newcomers = await call(contract.countNewcomers, { params })
  expect(newcomers.body).toEqual({ count: 0 })
  server.refuse(two.email)
  await dueNow()
  await runJobs()
  expect(told()).toEqual([one.email])
  await call(contract.resumeAnnouncement, { params })
  await runJobs()
  expect(told()).toHaveLength(2)
})

test('placeholders in addresses and in words of pictures are filled, and ways in stay out of addresses', async () => {
  const { call, register, write } = await announcementStage()
  await register()
  const picture = `/images/${'0'.repeat(32)}.webp`
  const params = await write({
    body: `[Ask]( https://a.example/ask?about={event}&by={firstName} ) ![Of {event} {joinLink}](${picture}) ![{guest}](https://b.example/x.png) [x](https://a.example/?to={joinLink})`,
  })
  const { body } = await call(contract.previewAnnouncement, { params, body: {} })
  expect(body.text).toContain('https://a.example/ask?about=The%20last%20mile&by=')
  expect(body.html).toMatch(/alt="Of The last mile our site"/)
  expect(body.html).not.toContain('%7B')
  expect(`${body.html}${body.text}`).not.toMatch(/\{\w+\}/)
  expect(body.notes).toHaveLength(2)
  expect(body.notes.join()).toContain('{joinLink}')
})

test('recipients are read on from the last one, without being counted again', async () => {
  const stage = await announcementStage()
  const { call, register, begin, send } = stage
  for (let people = 0; people < 3; people++) await register()
  const params = await begin()
  const { body: first } = await call(contract.listRecipients, { params })
  const url = `/api/admin/announcements/${params.id}/recipients?limit=2&after=${first.recipients[0]!.id}`
  const answer = await send({ method: 'GET', url })
  expect(answer.json()).toEqual({
    recipients: first.recipients.slice(1),
    total: null,
    counts: null,
  })
  const gone = await send({ method: 'GET', url: '/api/admin/announcements/999/recipients' })
  expect(gone.statusCode).toBe(404)
})
