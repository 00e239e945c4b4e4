// @module-tag postgres
import { readFileSync } from 'node:fs'
import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApiKey } from '#features/api-keys/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { changeEvent, createEvent, deleteEvent } from '#features/events/contract.ts'
import { importAttendees, undoImportBatch } from '#features/imports/contract.ts'
import { restoreSubscription, unsubscribeByLink } from '#features/mails/contract.ts'
import {
  cancelRegistration,
  changePerson,
  mergePerson,
  unsubscribePerson,
} from '#features/people/contract.ts'
import { createApiRegistration } from '#features/public-api/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { saveSettings } from '#features/settings/contract.ts'
import { getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import {
  changeTranscript,
  deleteTranscript,
  putTranscript,
} from '#features/transcripts/contract.ts'
import { jobHandlers } from '#main/jobs.ts'
import type { Db } from '#platform/db/open.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { domainEventTypes } from '#kernel/domain-events.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from './support/builders.ts'
import { heldEventStage } from './support/event-day-stage.ts'
import { testApp } from './support/test-app.ts'
import { text } from './support/transcript-stage.ts'
import { webinarId } from './support/webinar-stage.ts'

async function stage() {
  const app = await testApp({
    environment: { SETTINGS_KEY: 'a key of thirty-two characters or more' },
  })
  const admin = await app.asAdmin()
  const sweep = () => jobHandlers(app.app.deps).sweep({}, { isLast: false } as never)
  return { ...app, admin, sweep, recorded: () => recordedIn(app.db) }
}

/** Returns type and cause of the domain events recorded since the last call. */
async function recordedIn(db: Db) {
  const rows = await db.select().from(domainEvents).orderBy(asc(domainEvents.id))
  await db.delete(domainEvents)
  return rows.map(({ type, cause }) => `${type} by ${cause}`)
}

/** Returns the key of an email's person and the id of their latest registration. */
async function readPerson(db: Db, email: string) {
  const { rows } = await db.execute<{ id: number; key: string }>(sql`
    select r.id, u.person_key as key from users u left join event_registrations r on r.user_id = u.id
    where u.email = ${email} order by r.id desc limit 1`)
  return rows[0]!
}

test('registering, confirming and cancelling record one row each, by whoever did it', async () => {
  const { admin, call, db, recorded, send } = await stage()
  const event = await buildEvent(db, { status: 'pre_registration' })
  const other = await buildEvent(db, { capacity: 1 })
  const made = await admin.call(createApiKey, {
    body: { name: 'CRM', scopes: ['registrations:write'] },
  })
  await recorded()
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  expect(await recorded()).toEqual(['registration.created by person'])
  const answer = await send({
    method: createApiRegistration.method,
    url: createApiRegistration.path,
    headers: { authorization: `Bearer ${made.body.key}` },
    payload: { ...registrationBody(), eventId: other.id },
  })
  expect(answer.statusCode).toBe(200)
  const last = ['event.seats_changed by person', 'registration.created by program']
  expect(await recorded()).toEqual(last)
  await admin.call(changeEvent, { params: { id: event.id }, body: { status: 'upcoming' } })
  expect(await recorded()).toEqual(['event.changed by administrator'])
  await call(registerForEvents, { body })
  expect(await recorded()).toEqual(['registration.upgraded by person'])
  const { id } = await readPerson(db, body.email)
  await admin.call(cancelRegistration, { params: { id } })
  expect(await recorded()).toEqual(['registration.cancelled by administrator'])
  await admin.call(cancelRegistration, { params: { id } })
  expect(await recorded()).toEqual([])
})

test('unsubscribing, correcting, merging and erasing a person record one row each', async () => {
  const { admin, call, clock, db, recorded } = await stage()
  const [first, second] = [
    await buildEvent(db, { status: 'pre_registration' }),
    await buildEvent(db),
  ]
  const one = registrationBody({ eventIds: [first.id, second.id] })
  const other = registrationBody({ eventIds: [first.id] })
  await call(registerForEvents, { body: other })
  await admin.call(changeEvent, { params: { id: first.id }, body: { status: 'upcoming' } })
  await call(registerForEvents, { body: one })
  await recorded()
  const key = await readLinkKey(db)
  const link = async (purpose: 'unsubscribe' | 'resubscribe', dedupeKey = '') => {
    const kind = purpose === 'unsubscribe' ? 'reminder_24h' : 'resubscribe_link'
    const sent = { email: one.email, state: 'sent', sentAt: clock.now() } as const
    const [row] = await db
      .insert(outboxEntries)
      .values({ kind, dedupeKey, ...sent })
      .returning()
    return { token: makeLinkToken(key, purpose, row!) }
  }
  await call(unsubscribeByLink, { body: await link('unsubscribe') })
  expect(await recorded()).toEqual(['person.unsubscribed by person'])
  await call(unsubscribeByLink, { body: await link('unsubscribe', 'once more') })
  expect(await recorded()).toEqual([])
  await call(restoreSubscription, {
    body: { ...(await link('resubscribe')), topics: ['reminders'] },
  })
  expect(await recorded()).toEqual(['person.resubscribed by person'])
  const { key: into } = await readPerson(db, one.email)
  const { key: from } = await readPerson(db, other.email)
  await admin.call(unsubscribePerson, { params: { key: into }, body: { topics: ['news'] } })
  expect(await recorded()).toEqual(['person.unsubscribed by administrator'])
  await admin.call(changePerson, { params: { key: into }, body: { firstName: 'Zanele' } })
  expect(await recorded()).toEqual(['person.corrected by administrator'])
  // The confirmed registration of `one` joins the pre-registration of `other`.
  await admin.call(mergePerson, { params: { key: into }, body: { into: from } })
  expect(await recorded()).toEqual([
    'registration.upgraded by administrator',
    'registration.cancelled by administrator',
    'person.merged by administrator',
  ])
  await admin.call(erasePerson, { params: { key: from } })
  expect(await recorded()).toEqual(['person.erased by administrator'])
})

test('each step of an event from its draft to its deletion records one row', async () => {
  const { admin, db, recorded } = await stage()
  const { id: _id, slug: _slug, ...form } = await buildEvent(db)
  await recorded()
  const { title, speakerName, speakerTitle, description, featureImage, bannerImage } = form
  const shown = { speakerName, speakerTitle, description, featureImage, bannerImage }
  const times = { eventTime: '2026-12-10T16:00:00Z', eventEndTime: '2026-12-10T17:00:00Z' }
  const made = await admin.call(createEvent, {
    body: { ...shown, ...times, title: `${title} again`, status: 'upcoming', publishAt: 'draft' },
  })
  const changed = 'event.changed by administrator'
  expect(await recorded()).toEqual([changed])
  const params = { id: made.body.id }
  const change = async (body: object) => {
    expect((await admin.call(changeEvent, { params, body })).status).toBe(200)
    return recorded()
  }
  expect(await change({ publishAt: null })).toEqual([changed, 'event.published by administrator'])
  const later = { eventTime: '2026-12-11T16:00:00Z', eventEndTime: '2026-12-11T17:00:00Z' }
  expect(await change(later)).toEqual([changed, 'event.moved by administrator'])
  expect(await change({ cancelled: true })).toEqual([changed, 'event.cancelled by administrator'])
  expect(await change({ cancelled: false })).toEqual([changed, 'event.restored by administrator'])
  expect(await change({ status: 'completed' })).toEqual([
    changed,
    'event.completed by administrator',
  ])
  const ready = { recordingReady: true, videoUrl: 'https://youtu.be/aqz-KE-bpKQ' }
  expect(await change(ready)).toEqual([changed, 'recording.ready by administrator'])
  const withdrawn = 'recording.withdrawn by administrator'
  expect(await change({ recordingReady: false })).toEqual([changed, withdrawn])
  expect(await change({ recordingReady: true })).toEqual([
    changed,
    'recording.ready by administrator',
  ])
  expect(await change({ publishAt: 'draft' })).toEqual([changed, withdrawn])
  expect(await change({ recordingReady: false })).toEqual([changed])
  await admin.call(deleteEvent, { params })
  expect(await recorded()).toEqual(['event.deleted by administrator'])
})

test('a transcript is recorded as published and withdrawn only when visitors see it', async () => {
  const { admin, db, recorded } = await stage()
  const { id } = await buildEvent(db)
  await recorded()
  const params = { id }
  const changed = 'event.changed by administrator'
  await admin.call(putTranscript, { params, body: { text } })
  expect(await recorded()).toEqual([changed])
  await admin.call(changeTranscript, { params, body: { isPublic: true } })
  expect(await recorded()).toEqual(['transcript.published by administrator'])
  await admin.call(putTranscript, { params, body: { text } })
  expect(await recorded()).toEqual([changed])
  await admin.call(changeTranscript, { params, body: { isPublic: false } })
  expect(await recorded()).toEqual(['transcript.withdrawn by administrator'])
  await admin.call(putTranscript, { params, body: { text, isPublic: true } })
  expect(await recorded()).toEqual(['transcript.published by administrator'])
  await admin.call(deleteTranscript, { params })
  expect(await recorded()).toEqual(['transcript.withdrawn by administrator'])
})

test('the clock records publication, start, end and completion once each', async () => {
  const { clock, db, recorded, sweep } = await stage()
  await buildEvent(db, { publishAt: new Date('2026-12-09T08:00:00Z') })
  await recorded()
  const sweepAt = async (at: string) => {
    clock.set(at)
    await sweep()
    await sweep()
    const rows = await db.select().from(domainEvents)
    return rows.map(({ type, cause }) => `${type} by ${cause}`)
  }
  const seen = ['event.published by clock', 'event.started by clock', 'event.ended by clock']
  expect(await sweepAt('2026-12-09T08:00:10Z')).toEqual(seen.slice(0, 1))
  expect(await sweepAt('2026-12-10T16:00:10Z')).toEqual(seen.slice(0, 2))
  expect(await sweepAt('2026-12-10T17:00:10Z')).toEqual(seen)
  expect(await sweepAt('2026-12-11T17:00:10Z')).toEqual([...seen, 'event.completed by clock'])
})

test('an import is recorded as settled once five minutes passed since its last part, unless it is undone', async () => {
  const { admin, clock, db, recorded, sweep } = await stage()
  const event = await buildEvent(db)
  await recorded()
  const importPart = (batchId: string, email: string) => {
    const row = { firstName: 'Im', lastName: 'Ported', email, eventIdentifier: event.title }
    return admin.call(importAttendees, { body: { attendees: [row], batchId } })
  }
  const sweepAfter = async (seconds: number) => {
    clock.set(new Date(clock.now().getTime() + seconds * 1000))
    await Promise.all([sweep(), sweep()])
    const rows = await db.select().from(domainEvents).orderBy(domainEvents.id)
    return rows.flatMap(({ type, cause, importId }) =>
      type === 'import.settled' ? `${type} by ${cause}: ${importId}` : [],
    )
  }
  await importPart('kept', 'one@example.com')
  await importPart('undone', 'two@example.com')
  await admin.call(undoImportBatch, { params: { id: 'undone' } })
  expect(await sweepAfter(299)).toEqual([])
  expect(await sweepAfter(2)).toEqual(['import.settled by clock: kept'])
  expect(await sweepAfter(60)).toEqual(['import.settled by clock: kept'])
  await importPart('kept', 'three@example.com')
  expect(await sweepAfter(299)).toEqual(['import.settled by clock: kept'])
  expect(await sweepAfter(2)).toEqual([
    'import.settled by clock: kept',
    'import.settled by clock: kept',
  ])
  expect((await recorded()).filter((row) => !row.startsWith('import.'))).toEqual([
    'registration.created by import',
    'registration.created by import',
    'registration.cancelled by import',
    'registration.created by import',
  ])
})

test("Zoom's signals and report record one row each", async () => {
  const { at, db, register, sendWebhook, setClock, stay, sweepAt, webinar } = await heldEventStage()
  const { id } = await register()
  await recordedIn(db)
  setClock('16:00:00')
  await sendWebhook('webinar.started', { id: webinarId })
  expect(await recordedIn(db)).toEqual(['event.live_changed by provider'])
  setClock('17:00:00')
  await sendWebhook('webinar.ended', { id: webinarId })
  expect(await recordedIn(db)).toEqual(['event.live_changed by provider'])
  webinar.instances = [
    {
      uuid: 'abc',
      start_time: at('16:00:00'),
      isReported: true,
      participants: [stay(id, '16:00:00', '17:00:00')],
    },
  ]
  await sweepAt('18:10:00')
  await sweepAt('18:20:00')
  const reports = (await recordedIn(db)).filter((row) => row.startsWith('attendance.'))
  expect(reports).toEqual(['attendance.ready by provider'])
})

test('published site content and saved settings record one row each', async () => {
  const { admin, recorded } = await stage()
  await recorded()
  const { body } = await admin.call(getSiteContent)
  body.content.series.name = 'Climate at Noon'
  const saved = await admin.call(saveSiteDraft, {
    body: { content: body.content, version: body.version },
  })
  expect(await recorded()).toEqual([])
  const version = { version: saved.body.version }
  await admin.call(publishSite, { body: version })
  await admin.call(publishSite, { body: version })
  expect(await recorded()).toEqual(['site.published by administrator'])
  const area = { params: { area: 'retention' }, body: { KEEP_AUDIT_MONTHS: '36' } }
  await admin.call(saveSettings, area)
  await admin.call(saveSettings, area)
  expect(await recorded()).toEqual(['settings.changed by administrator'])
})

test('the tests of recorded events expect every type', () => {
  const paths = ['tests/recorded-events.test.ts', 'tests/recorded-quotes.test.ts']
  const source = paths.map((path) => readFileSync(path, 'utf8')).join('')
  expect(domainEventTypes.filter((type) => !source.includes(`'${type} by`))).toEqual([])
})
