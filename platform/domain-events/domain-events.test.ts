// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { recordHistory, sweepMoments } from '#features/events/server/sweep-moments.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { cancelRegistration, changePerson, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { webhookEvents } from '#kernel/values.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { webhookDeliveries } from '#schema/webhooks.ts'
import { buildEvent, editEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'
import { withAfterCommit } from './after-commit.ts'
import { consumersOf, typesFor } from './consumers.ts'
import { recordEvents, sweepDomainEvents } from './record-events.ts'

const inDecember = {
  eventTime: '2026-12-10T16:00:00Z',
  eventEndTime: '2026-12-10T17:00:00Z',
}

test('webhooks can subscribe to exactly the types that the consumer queues, and to erasures', () => {
  expect([...typesFor('webhooks'), 'person.erased'].toSorted()).toEqual(webhookEvents.toSorted())
  expect(consumersOf['event.moved']).toEqual(['webhooks', 'pages'])
})

test('a registration, its correction and its cancellation are recorded with their subjects and causes', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  await call(registerForEvents, { body })
  const [created, ...others] = await db
    .select()
    .from(domainEvents)
    .where(sql`type like 'registration.%'`)
  expect(others).toEqual([])
  const { personKey, registrationId } = created!
  expect(created).toMatchObject({
    type: 'registration.created',
    cause: 'person',
    eventId: event.id,
  })
  const key = { params: { key: personKey! } }
  await admin.call(changePerson, { ...key, body: { firstName: 'Zanele' } })
  await admin.call(cancelRegistration, { params: { id: registrationId! } })
  const rows = await db
    .select()
    .from(domainEvents)
    .where(sql`person_key = ${personKey}`)
  expect(rows.map(({ type, cause, facts }) => [type, cause, facts])).toEqual([
    ['registration.created', 'person', null],
    ['person.corrected', 'administrator', { fields: ['firstName'] }],
    ['registration.cancelled', 'administrator', null],
  ])
  await admin.call(erasePerson, key)
  const left = await db
    .select()
    .from(domainEvents)
    .where(sql`type like 'person.%'`)
  expect(left.map((row) => [row.type, row.personKey])).toEqual([['person.erased', null]])
  expect(await db.$count(domainEvents, sql`person_key = ${personKey}`)).toBe(0)
})

test('a pre-registration that becomes confirmed is recorded as an upgrade of its person', async () => {
  const { call, db } = await testApp()
  const event = await buildEvent(db, { ...inDecember, status: 'pre_registration' })
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  await editEvent(db, event.id, { status: 'upcoming' })
  await call(registerForEvents, { body })
  await call(registerForEvents, { body })
  const rows = await db
    .select()
    .from(domainEvents)
    .where(sql`type like 'registration.%'`)
  const [created] = rows
  expect(rows.map(({ type }) => type)).toEqual(['registration.created', 'registration.upgraded'])
  expect(rows[1]).toMatchObject({
    registrationId: created!.registrationId,
    personKey: created!.personKey,
  })
})

test('the rows of a merged person move to the key that stays', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  for (const email of ['one@example.com', 'two@example.com']) {
    await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  }
  const rows = await db
    .select()
    .from(domainEvents)
    .where(sql`type = 'registration.created'`)
  const [from, into] = rows.map(({ personKey }) => personKey!) as [string, string]
  await admin.call(mergePerson, { params: { key: from }, body: { into } })
  expect(await db.$count(domainEvents, sql`person_key = ${from}`)).toBe(0)
  const types = await db
    .select()
    .from(domainEvents)
    .where(sql`person_key = ${into}`)
  expect(types.map(({ type }) => type)).toEqual([
    'registration.created',
    'registration.created',
    'registration.cancelled',
    'person.merged',
  ])
})

test('after-commit consumers run once the transaction is committed, and never after a rollback', async () => {
  const { db } = await testApp()
  const event = await buildEvent(db)
  const ran: string[] = []
  const consumers = {
    pages: () => void ran.push('pages'),
    site: () => void ran.push('site'),
    settings: () => void ran.push('settings'),
  }
  const watched = withAfterCommit(db, consumers)
  const change = { type: 'event.changed' as const, eventId: event.id }
  const undone = watched.transaction(async (tx) => {
    await recordEvents(tx, [change], 'administrator')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await watched.transaction((tx) => recordEvents(tx, [], 'administrator'))
  expect(ran).toEqual([])
  await watched.transaction(async (tx) => {
    await recordEvents(tx, [change], 'administrator')
    expect(ran).toEqual([])
  })
  expect(ran).toEqual(['pages'])
})

test('domain events of a change are recorded once, and only the change while the event is hidden', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { ...inDecember, publishAt: 'draft' })
  const recorded = async () => {
    const rows = await db.delete(domainEvents).returning()
    return rows.map(({ type }) => type)
  }
  const change = (body: object) => admin.call(changeEvent, { params: { id: event.id }, body })
  await change({ eventTime: '2026-12-10T15:00:00Z' })
  expect(new Set(await recorded())).toEqual(new Set(['event.changed']))
  await change({ publishAt: null })
  expect(await recorded()).toEqual(['event.changed', 'event.published'])
  await change({ eventTime: '2026-12-10T14:00:00Z' })
  expect(await recorded()).toEqual(['event.changed', 'event.moved'])
  await change({ cancelled: true })
  expect(await recorded()).toEqual(['event.changed', 'event.cancelled'])
  await change({ cancelled: false })
  expect(await recorded()).toEqual(['event.changed', 'event.restored'])
  await change({ title: 'Another title' })
  expect(await recorded()).toEqual(['event.changed'])
  const ready = { recordingReady: true, videoUrl: 'https://youtu.be/aqz-KE-bpKQ' }
  await change({ ...ready, status: 'completed' })
  expect(await recorded()).toEqual(['event.changed', 'recording.ready', 'event.completed'])
  await change({ recordingReady: false })
  expect(await recorded()).toEqual(['event.changed', 'recording.withdrawn'])
})

test('a recording that becomes ready while a passed moment is replaced is recorded once', async () => {
  const { asAdmin, clock, db } = await testApp()
  clock.set('2026-11-25T08:00:00Z')
  const event = await buildEvent(db, { publishAt: 'draft' })
  await editEvent(db, event.id, { publishAt: new Date('2026-11-24T08:00:00Z') })
  await db.delete(domainEvents)
  const ready = { recordingReady: true, videoUrl: 'https://youtu.be/aqz-KE-bpKQ' }
  const admin = await asAdmin()
  const body = { ...ready, publishAt: null }
  await admin.call(changeEvent, { params: { id: event.id }, body })
  expect(await db.$count(domainEvents, sql`type = 'event.published'`)).toBe(1)
  expect(await db.$count(domainEvents, sql`type = 'recording.ready'`)).toBe(1)
})

test('a moment is recorded once by two nodes, and a moved event has a new one', async () => {
  const { app, clock, db } = await testApp()
  const event = await buildEvent(db, inDecember)
  const sweepTwice = async (at: string) => {
    clock.set(at)
    await Promise.all([1, 2].map(() => sweepMoments(db, app.deps.time())))
  }
  const started = async () => db.$count(domainEvents, sql`type = 'event.started'`)
  await sweepTwice('2026-12-10T16:00:10Z')
  expect(await started()).toBe(1)
  await editEvent(db, event.id, {
    eventTime: '2026-12-11T16:00:00Z',
    eventEndTime: '2026-12-11T17:00:00Z',
  })
  await sweepTwice('2026-12-11T16:00:10Z')
  expect(await started()).toBe(2)
})

test('an upgraded database records its past without announcing it', async () => {
  const { app, clock, db, receiver } = await webhookStage()
  await receiver()
  await buildEvent(db, { ...inDecember, publishAt: new Date('2026-11-01T08:00:00Z') })
  await db.delete(domainEvents)
  await db.delete(webhookDeliveries)
  clock.set('2026-12-10T17:30:00Z')
  await recordHistory(db, app.deps.time())
  await recordHistory(db, app.deps.time())
  await sweepMoments(db, app.deps.time())
  const rows = await db.select().from(domainEvents)
  expect(rows.map(({ type }) => type).toSorted()).toEqual([
    'event.ended',
    'event.published',
    'event.started',
  ])
  expect(await db.$count(webhookDeliveries)).toBe(0)
})

test('domain events are deleted once they are older than the months that are kept', async () => {
  const { app, db } = await testApp()
  const { now } = app.deps.time()
  const monthMs = 31 * 24 * 60 * 60_000
  const at = (months: number) => ({
    type: 'settings.changed' as const,
    occurredAt: new Date(now.getTime() - months * monthMs),
  })
  await db.transaction((tx) => recordEvents(tx, [at(25), at(23), at(0)], 'administrator'))
  await sweepDomainEvents(db, 24, now)
  expect(await db.$count(domainEvents)).toBe(2)
})
