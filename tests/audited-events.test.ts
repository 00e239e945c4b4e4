// @module-tag postgres
import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelOwnRegistration } from '#features/account/contract.ts'
import { deleteEvent, removeSampleSeries } from '#features/events/contract.ts'
import { importAttendees, undoImportBatch } from '#features/imports/contract.ts'
import { changePerson, cancelRegistration, mergePerson } from '#features/people/contract.ts'
import { saveSettings } from '#features/settings/contract.ts'
import { getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import { auditedEntries, typesFor } from '#platform/domain-events/consumers.ts'
import { auditLog } from '#schema/platform.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildEvent, buildPerson, buildRegistration } from './support/builders.ts'
import { administrator, testApp } from './support/test-app.ts'

test('the types whose entry a consumer writes are those that the list of consumers names', () => {
  expect(typesFor('audit').toSorted()).toEqual(Object.keys(auditedEntries).toSorted())
})

test('entries about recorded events name actor, subject, details, address and time', async () => {
  const stage = await testApp({
    environment: { SETTINGS_KEY: 'a key of thirty-two characters or more' },
  })
  const { asMember, clock, db } = stage
  const admin = await stage.asAdmin()
  /** Returns the entries written since the last call. */
  let seen = 0
  const written = async () => {
    const rows = await db.select().from(auditLog).orderBy(asc(auditLog.id))
    const fresh = rows.filter(({ id }) => id > seen)
    seen = rows.at(-1)?.id ?? seen
    return fresh
  }
  const title = 'A long title '.repeat(20)
  const anyId: number = expect.any(Number)
  const byAdmin = {
    id: anyId,
    at: clock.now(),
    username: administrator.username,
    address: '127.0.0.1',
  }
  const [event, other] = [await buildEvent(db), await buildEvent(db, { title })]
  const [one, two] = [await buildPerson(db), await buildPerson(db)]
  const register = (userId: number, eventId: number) =>
    buildRegistration(db, { userId, eventId, registrationType: 'confirmed' })
  const first = await register(one.id, event.id)
  const own = await register(two.id, event.id)
  await written()

  await admin.call(cancelRegistration, { params: { id: first.id } })
  const cancelled = { action: 'registration_cancelled', subject: one.personKey }
  const details = { registrationId: first.id, eventId: event.id }
  expect(await written()).toEqual([{ ...byAdmin, ...cancelled, details }])

  const member = await asMember(two.email)
  await db.update(sessions).set({ verifiedAt: clock.now() })
  await member.call(cancelOwnRegistration, { params: { id: own.id } })
  expect(await written()).toEqual([
    {
      id: anyId,
      at: clock.now(),
      username: null,
      address: null,
      action: 'registration_cancelled',
      subject: two.personKey,
      details: { registrationId: own.id, eventId: event.id, by: 'person' },
    },
  ])

  const body = { firstName: 'Zanele', lastName: 'Dube' }
  await admin.call(changePerson, { params: { key: one.personKey }, body })
  const changed = { action: 'person_changed', subject: one.personKey }
  const fields = ['firstName', 'lastName']
  expect(await written()).toEqual([{ ...byAdmin, ...changed, details: { fields } }])

  // Merging cancels a registration, which the log does not list by itself.
  await register(one.id, other.id)
  await register(two.id, other.id)
  await admin.call(mergePerson, { params: { key: two.personKey }, body: { into: one.personKey } })
  expect(await written()).toEqual([
    {
      ...byAdmin,
      action: 'person_merged',
      subject: one.personKey,
      details: { from: two.personKey },
    },
  ])

  const { rows: left } = await db.execute<{ id: number }>(sql`select id from event_registrations`)
  for (const { id } of left) await admin.call(cancelRegistration, { params: { id } })
  await written()
  await admin.call(deleteEvent, { params: { id: other.id } })
  expect(await written()).toEqual([
    {
      ...byAdmin,
      action: 'event_deleted',
      subject: title.slice(0, 200),
      details: { eventId: other.id, registrations: 0 },
    },
  ])

  const retention = { KEEP_AUDIT_MONTHS: '36' }
  await admin.call(saveSettings, { params: { area: 'retention' }, body: retention })
  expect(await written()).toEqual([
    {
      ...byAdmin,
      action: 'settings_changed',
      subject: 'data retention',
      details: { fields: ['KEEP_AUDIT_MONTHS'] },
    },
  ])

  const { content, version } = (await admin.call(getSiteContent)).body
  content.series.name = 'Climate at Noon'
  const saved = await admin.call(saveSiteDraft, { body: { content, version } })
  await written()
  const published = { version: saved.body.version, note: 'A name of our own' }
  await admin.call(publishSite, { body: published })
  const note = { action: 'site_published', subject: published.note }
  expect(await written()).toEqual([
    { ...byAdmin, ...note, details: { version: published.version } },
  ])
})

test('removed samples and undone imports have one entry for all their rows', async () => {
  const { db, ...stage } = await testApp()
  const admin = await stage.asAdmin()
  const [event] = [await buildEvent(db), await buildEvent(db, { isSample: true })]
  const listed = { firstName: 'Im', lastName: 'Ported', email: 'imported@example.com' }
  const attendees = [{ ...listed, eventIdentifier: event.title }]
  await admin.call(importAttendees, { body: { attendees, batchId: 'list' } })
  await admin.call(undoImportBatch, { params: { id: 'list' } })
  await admin.call(removeSampleSeries)
  const entries = await db.select().from(auditLog).orderBy(asc(auditLog.id))
  expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual([
    ['sign_in', '', {}],
    ['import', 'attendees', { batchId: 'list' }],
    ['import_undone', 'attendees', { batchId: 'list', removed: 2, restored: 0 }],
    ['site_published', 'Sample content removed', {}],
    ['sample_removed', '', { events: 1, registrations: 0 }],
  ])
})
