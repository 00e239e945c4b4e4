// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { addCrewMember } from '#features/crew/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { cancelRegistration, mergePerson, readPerson } from '#features/people/contract.ts'
import { importBatches } from '#schema/imports.ts'
import { bounces } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'

test('people who unsubscribed, cancelled, were erased or bounce meanwhile are skipped with the reason', async () => {
  const stage = await announcementStage()
  const { call, db, register, begin, runJobs, told, countsOf, verdicts } = stage
  const reached = await register()
  const unsubscribed = await register()
  const cancelled = await register()
  const erased = await register()
  const bounced = await register()
  const disagrees = await register()
  const params = await begin({ topic: 'news' })
  expect(await countsOf(params)).toMatchObject({ total: 6, waiting: 6 })

  await db.insert(unsubscriptions).values({ email: unsubscribed.email, topic: 'news' })
  await db
    .update(eventRegistrations)
    .set({ receiveUpdates: false })
    .where(eq(eventRegistrations.userId, disagrees.id))
  const [seat] = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.userId, cancelled.id))
  await call(cancelRegistration, { params: { id: seat!.id } })
  await call(erasePerson, { params: { key: erased.personKey } })
  await db.insert(bounces).values({
    email: bounced.email,
    personKey: bounced.personKey,
    isLasting: true,
    reason: 'No such mailbox',
  })
  await runJobs()
  expect(told()).toEqual([reached.email])
  const counts = await countsOf(params)
  expect(counts).toEqual({ total: 6, waiting: 0, sent: 1, failed: 0, skipped: 5, inDoubt: 0 })
  const reasons = (await verdicts(params)).map(({ email, reason }) => [email, reason])
  expect(reasons).toEqual([
    [reached.email, null],
    [unsubscribed.email, 'Unsubscribed from news'],
    [cancelled.email, 'The registration was cancelled'],
    [null, 'Erased'],
    [bounced.email, 'Emails to this address bounce: No such mailbox'],
    [disagrees.email, 'Has not agreed to updates'],
  ])
  const skipped = await stage.send({
    method: 'GET',
    url: `/api/admin/announcements/${params.id}/recipients?state=skipped&page=2&limit=3`,
  })
  expect(skipped.json()).toMatchObject({ total: 5, recipients: [{}, {}] })
  const { body: person } = await call(readPerson, { params: { key: reached.personKey } })
  expect(person.deliveries).toMatchObject([{ kind: 'announcement', state: 'sent' }])
})

test('an announcement about an event needs no consent, rechecks registrations, and reaches the crew on request', async () => {
  const stage = await announcementStage()
  const { call, db, register, begin, runJobs, told, verdicts, event } = stage
  const crew = { name: 'Robin', email: 'robin@example.com', role: 'host' }
  await call(addCrewMember, { params: { id: event.id }, body: crew })
  await runJobs()
  const silent = await register({ receiveUpdates: false })
  await db.insert(unsubscriptions).values({ email: silent.email, topic: 'news' })
  const cancelled = await register()
  const audience = { ...stage.toRegistered, crewOf: event.id }
  const params = await begin({ audience, body: 'Hello {firstName}: {joinLink}' })
  await db.delete(eventRegistrations).where(eq(eventRegistrations.userId, cancelled.id))
  await runJobs()
  expect(told()).toEqual([silent.email, crew.email].toSorted())
  expect(stage.server.mails.every(({ raw }) => !/list-unsubscribe/i.test(raw))).toBe(true)
  const left = (await verdicts(params)).filter(({ state }) => state === 'skipped')
  expect(left).toMatchObject([{ email: cancelled.email, reason: 'No longer registered' }])
})

test('after a merge the recipient row is kept, and the numbers add up', async () => {
  const stage = await announcementStage()
  const { call, register, begin, runJobs, told, countsOf, verdicts, server, dueNow } = stage
  const one = await register()
  const other = await register()
  server.refuse(other.email, '451 4.3.0 Later')
  const params = await begin()
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ total: 2, sent: 1, waiting: 1 })
  server.refuse(other.email)
  const merged = await call(mergePerson, {
    params: { key: one.personKey },
    body: { into: other.personKey },
  })
  expect(merged.status).toBe(200)
  await dueNow()
  await runJobs()
  expect(told().filter((to) => to === one.email)).toHaveLength(1)
  const counts = await countsOf(params)
  expect(counts).toMatchObject({ total: 2, sent: 1, skipped: 1, waiting: 0 })
  const found = await verdicts(params)
  expect(found.find(({ state }) => state === 'sent')).toMatchObject({ email: other.email })
  expect(found.find(({ state }) => state === 'skipped')).toMatchObject({
    email: null,
    reason: 'One person with another recipient now',
  })
})

test('it goes at its moment, just after an import as well, and not while it is stopped', async () => {
  const stage = await announcementStage()
  const { call, db, register, write, tryOut, approve, runJobs, told, read, clock } = stage
  await register()
  const params = await write()
  await tryOut(params)
  await approve(params, '2026-12-01T12:00:00+02:00')
  await runJobs()
  expect(await read(params)).toMatchObject({ state: 'scheduled', at: '2026-12-01T10:00:00.000Z' })
  clock.set('2026-12-01T10:00:00Z')
  await db
    .insert(importBatches)
    .values({ id: 'a', kind: 'attendees', startedAt: new Date('2026-12-01T09:58:00Z') })
  expect((await call(contract.stopAnnouncement, { params })).body.state).toBe('stopped')
  await runJobs()
  expect(told()).toEqual([])
  expect((await call(contract.resumeAnnouncement, { params })).body.state).toBe('sending')
  await runJobs()
  expect(told()).toHaveLength(1)
})

test('queued mails of a stopped announcement are not sent', async () => {
  const stage = await announcementStage()
  const { call, register, begin, runJobs, told, countsOf, app } = stage
  await register()
  const params = await begin()
  const { everySecond } = await import('#main/jobs.ts')
  expect(await everySecond(app.deps)()).toBe(1)
  await call(contract.stopAnnouncement, { params })
  await runJobs()
  expect(told()).toEqual([])
  expect(await countsOf(params)).toMatchObject({ waiting: 1 })
  await call(contract.resumeAnnouncement, { params })
  await runJobs()
  expect(told()).toHaveLength(1)
})

test('a 4xx slows it down, and a quota closes it for thirty seconds and then for twice as long', async () => {
  const stage = await announcementStage()
  const { db, register, begin, runJobs, told, read, countsOf, server, dueNow } = stage
  const slow = await register()
  const params = await begin()
  server.refuse(slow.email, '451 4.7.0 Later')
  await runJobs()
  const { pace } = await read(params)
  expect(pace!.now).toBeLessThan(pace!.perSecond)
  const seconds = async () => {
    const { rows } = await db.execute<{ seconds: number }>(sql`
      select round(extract(epoch from closed_until - clock_timestamp()))::int as seconds from mail_pace`)
    return rows[0]!.seconds
  }
  const quota = '452 4.5.3 Too many mails today'
  server.refuse(slow.email, quota)
  await dueNow()
  await runJobs()
  expect(await seconds()).toBeCloseTo(30, -1)
  expect((await read(params)).pace!.closedUntil).not.toBeNull()
  const offers = server.offers
  await dueNow()
  await runJobs()
  expect(server.offers).toBe(offers)
  const open = () => db.execute(sql`update mail_pace set closed_until = clock_timestamp()`)
  for (const pause of [60, 120]) {
    await open()
    await dueNow()
    await runJobs()
    expect(Math.abs((await seconds()) - pause)).toBeLessThan(5)
  }
  server.refuse(slow.email)
  await open()
  await dueNow()
  await runJobs()
  expect(told()).toEqual([slow.email])
  expect(await countsOf(params)).toMatchObject({ sent: 1, waiting: 0 })
})

test('failed mails are retried on request, except to bouncing addresses', async () => {
  const stage = await announcementStage()
  const { call, register, begin, runJobs, told, countsOf, server } = stage
  const [dead, refused] = [await register(), await register()]
  const params = await begin()
  server.refuse(dead.email, '550 5.1.1 Unknown user')
  server.refuse(refused.email, '554 5.7.1 Message rejected by policy')
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ failed: 2 })
  server.refuse(dead.email)
  server.refuse(refused.email)
  expect((await call(contract.retryAnnouncement, { params })).body).toEqual({ mails: 1 })
  await runJobs()
  expect(told()).toEqual([refused.email])
  expect(await countsOf(params)).toMatchObject({ failed: 1, sent: 1 })
})

test('a mail that went out whole and was never answered is in doubt, and not sent again', async () => {
  const stage = await announcementStage()
  const { register, begin, runJobs, countsOf, verdicts, server, dueNow } = stage
  await register()
  const params = await begin()
  server.behave('never answers')
  const running = runJobs()
  await expect.poll(() => server.mails.length).toBe(1)
  await server.close()
  await running
  await server.open()
  server.behave('well')
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, waiting: 0 })
  expect((await verdicts(params))[0]!.reason).toContain('it may have arrived')
  await dueNow()
  await runJobs()
  expect(server.mails).toHaveLength(1)
})
