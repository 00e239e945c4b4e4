import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePerson, listErasures } from '#features/erasure/contract.ts'
import {
  previewAttendees,
  previewVideoAccess,
  importAttendees,
  importVideoAccess,
} from '#features/imports/contract.ts'
import { listPeople, exportPerson } from '#features/people/contract.ts'
import { heldOfPerson } from '#features/people/server/held-of-person.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { getReports, listEventRegistrations } from '#features/reports/contract.ts'
import { putChapters, putTranscript } from '#features/transcripts/contract.ts'
import { makeEncryptionKey, type EncryptionKeys } from '#platform/encryption/encryption.ts'
import { erasures } from '#schema/erasure.ts'
import { importBatches } from '#schema/imports.ts'
import { memberPageAccess } from '#schema/library.ts'
import { outboxEntries } from '#schema/mails.ts'
import { mailingListMembers, unsubscriptions } from '#schema/newsletter.ts'
import { people, users } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { chapters, transcriptPassages, transcripts } from '#schema/transcripts.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { buildPerson, registrationBody } from '#tests/support/builders.ts'
import { email, erasureStage, words } from '#tests/support/erasure-stage.ts'
import { copyText, countHeld } from '#tests/support/hold-address.ts'
import { completeErasure, erasurePlace } from './complete-erasure.ts'
import { readErasureFiles, reapplyErasures } from './erase-after-restore.ts'

test(
  'nothing of an erased person is left in the copy, the mails and the log, and the figures stay',
  { tags: 'postgres' },
  async () => {
    const { admin, db, figures, held, key, lite, logged, runJobs, webinar } = await erasureStage()
    expect(await held()).toBeGreaterThan(20)
    expect(webinar.registrants.map((each) => each.email)).toContain(email)
    expect(lite.subscribers.has(email)).toBe(true)
    const before = await figures()
    const { status, body } = await admin.call(erasePerson, { params: { key } })
    expect([status, body]).toEqual([200, { number: 1 }])
    expect(await held()).toBe(0)
    expect(await figures()).toEqual(before)
    await runJobs()
    expect(await held()).toBe(0)
    expect(countHeld(logged, words)).toBe(0)
    expect(webinar.registrants.map((each) => each.email)).toEqual(['themba@example.com'])
    expect([...lite.subscribers.keys()]).toEqual(['themba@example.com'])
    const [erasure] = (await admin.call(listErasures)).body
    expect(erasure).toMatchObject({
      number: 1,
      isKept: true,
      tasks: [
        {
          provider: 'mailerlite',
          state: 'done',
          outcome: 'MailerLite deletes their data within 30 days.',
        },
        { provider: 'zoom', state: 'done', outcome: 'Deleted in Zoom.' },
      ],
    })
    expect((await admin.call(listPeople)).body.people.map((person) => person.email)).toEqual([
      'themba@example.com',
    ])
    const [batch] = await db.select().from(importBatches)
    expect(batch).toMatchObject({ rows: 2, imported: 1, updated: 1, eventRegistrations: 1 })
    const [act] = await db.select().from(auditLog).where(eq(auditLog.action, 'person_erased'))
    expect(act).toMatchObject({ subject: key, details: { number: 1, by: 'desk' } })
  },
)

test('a subscriber whose MailerLite id was never learnt is found in its list, page by page', async () => {
  const { admin, db, key, lite, runJobs } = await erasureStage()
  await db.update(mailingListMembers).set({ subscriberId: null })
  const known = [...lite.subscribers]
  lite.subscribers.clear()
  for (let number = 0; number < 250; number++) {
    const other = { status: 'unsubscribed', fields: {}, groups: [] }
    lite.subscribers.set(`o${number}`, { ...other, id: `7${number}`, email: `o${number}@x.org` })
  }
  for (const [address, subscriber] of known) lite.subscribers.set(address, subscriber)
  lite.behave(503)
  await admin.call(erasePerson, { params: { key } })
  await runJobs()
  const task = async () =>
    (await admin.call(listErasures)).body[0]?.tasks.find(
      ({ provider }) => provider === 'mailerlite',
    )
  expect(await task()).toMatchObject({ state: 'waiting' })
  lite.behave('well')
  await db.execute(sql`update jobs.job set start_after = now() where name = 'tell-provider'`)
  await runJobs()
  expect(await task()).toMatchObject({
    state: 'done',
    outcome: 'MailerLite deletes their data within 30 days.',
  })
  expect(lite.subscribers.has(email)).toBe(false)
  expect(lite.subscribers.size).toBe(251)
})

test('an export contains all data of a person with explanations, and no links that sign in', async () => {
  const { admin, db, key } = await erasureStage()
  const { status, body } = await admin.call(exportPerson, { params: { key } })
  expect(status).toBe(200)
  const filled = body.parts.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
  expect(filled).toEqual(body.parts.map(({ name }) => name))
  for (const { what } of body.parts) expect(what).toMatch(/\.$/)
  const text = JSON.stringify(body)
  expect(text).toContain('list-1')
  expect(text).not.toContain('themba@example.com')
  expect(text).not.toContain('token_hash')
  const [act] = await db.select().from(auditLog).where(eq(auditLog.action, 'person_exported'))
  expect(act).toMatchObject({ subject: key, details: {} })
})

test('statistics of an erased person are anonymous, and the administrator stays signed in', async () => {
  const { admin, db, event, key } = await erasureStage()
  await admin.call(erasePerson, { params: { key } })
  const visits = await db.select().from(memberPageAccess)
  expect(new Set(visits.map((visit) => visit.email)).size).toBe(1)
  expect(visits[0]).toMatchObject({ email: expect.stringMatching(/^erased-/), ipAddress: null })
  const registrations = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, event.id))
  expect(registrations.filter(({ userId }) => userId === null)).toHaveLength(1)
  expect(registrations).toHaveLength(2)
  // The dashboard's count equals the list's.
  const { registered } = (await admin.call(getReports)).body
  expect(registered).toContainEqual({ eventId: event.id, people: 1, erased: 1 })
  expect((await admin.call(listEventRegistrations)).body).toHaveLength(1)
  for (const table of [outboxEntries, unsubscriptions]) {
    expect(await db.$count(table, sql`email = ${email}`)).toBe(0)
  }
  expect(await db.$count(mailingListMembers)).toBe(1)
  expect((await admin.call(listErasures)).status).toBe(200)
  expect(await db.$count(sessions, sql`email is not null`)).toBe(0)
  expect((await db.select().from(webinarSeats)).map(({ joinUrl }) => joinUrl)).toContain(null)
  const again = await admin.call(erasePerson, { params: { key } })
  expect([again.status, again.body.message]).toEqual([404, 'There is no such person'])
})

test('rows of an erased person stay only where statistics count them', async () => {
  const { admin, db, key } = await erasureStage()
  const count = async () => {
    const counted = Object.keys(heldOfPerson).map(async (table) => {
      const [row] = (await db.execute(sql`select count(*)::int as n from ${sql.identifier(table)}`))
        .rows
      return [table, row!.n as number] as const
    })
    return new Map(await Promise.all(counted))
  }
  const before = await count()
  await admin.call(erasePerson, { params: { key } })
  const after = await count()
  const kept = [...before].filter(([table, rows]) => rows > 0 && after.get(table) === rows)
  const named = Object.entries(heldOfPerson).filter(([, { figures }]) => figures !== undefined)
  // No one in the test joined by a meeting room, and the vote for their own question is deleted with it.
  const expected = named.map(([table]) => table).filter((table) => !/^joins$|_votes$/.test(table))
  expect(kept.map(([table]) => table)).toEqual(expected)
})

test('a transcript is kept even if a speaker has the name of an erased person', async () => {
  const { admin, db, event, key } = await erasureStage()
  const params = { id: event.id }
  const text = '[0:05] Nomvula Erased: We counted it in goats.\n[0:20] Host: Why goats?'
  await admin.call(putTranscript, { params, body: { text } })
  await admin.call(putChapters, { params, body: { text: '00:00 Goats' } })
  const said = async () => [
    await db.select().from(transcripts),
    await db.select().from(transcriptPassages),
    await db.select().from(chapters),
  ]
  const before = await said()
  expect((await admin.call(erasePerson, { params: { key } })).status).toBe(200)
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1])
  expect(await said()).toEqual(before)
})

test('a later import names who was erased and leaves them out until the organiser insists', async () => {
  const { admin, db, key, call } = await erasureStage()
  await admin.call(erasePerson, { params: { key } })
  const other = { firstName: 'Sipho', lastName: 'New', email: 'sipho@example.com' }
  const attendees = [{ firstName: 'Nomvula', lastName: 'Erased', email }, other]
  const { body } = await admin.call(importAttendees, { body: { attendees } })
  expect(body).toMatchObject({ imported: 1, updated: 0 })
  expect(body.errors).toEqual([
    expect.stringMatching(/^Row 1: Asked to be erased on \d{4}-\d\d-\d\d and is skipped, found/),
  ])
  const videos = await admin.call(importVideoAccess, { body: { emails: [{ email }] } })
  expect(videos.body).toMatchObject({ imported: 0, duplicates: 0, errors: [expect.any(String)] })
  const preview = await admin.call(previewAttendees, { body: { attendees } })
  expect(preview.body.rows).toMatchObject([
    { verdict: 'erased', problem: expect.stringContaining('Asked to be erased'), personKey: null },
    { verdict: 'registered', personKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
  const listed = await admin.call(previewVideoAccess, {
    body: { emails: [{ email }, { email: other.email }] },
  })
  expect(listed.body.rows.map(({ verdict }) => verdict)).toEqual(['erased', 'duplicate'])
  const known = () => db.$count(users, eq(users.email, email))
  expect(await known()).toBe(0)
  const insisted = await admin.call(importAttendees, { body: { attendees, includeErased: true } })
  expect(insisted.body).toMatchObject({ imported: 1, updated: 1, errors: [] })
  expect(await db.select().from(unsubscriptions)).toMatchObject([{ email, topic: 'reminders' }])
  // The person is known again, so later imports include them and they can register.
  const third = await admin.call(importAttendees, { body: { attendees } })
  expect(third.body.errors).toEqual([])
  expect((await call(registerForEvents, { body: registrationBody({ email }) })).status).toBe(200)
})

test('an erasure stays open until every mail in the data folder could be read', async () => {
  const { admin, clock, config, db, key } = await erasureStage()
  const folder = join(config.dataDir, 'mail')
  // A header as nodemailer folds it, with a name that contains an @; its outbox entry is gone.
  writeFileSync(
    join(folder, '90001.eml'),
    `To: "Nomvula @ Salt & Sons"\r\n <${email}>\r\n\r\nHello`,
  )
  // A folder cannot be read as a file, not even by root, who may run this test.
  mkdirSync(join(folder, '90002.eml'))
  const { body } = await admin.call(erasePerson, { params: { key } })
  const place = erasurePlace({ ...config, backup: undefined, backupKeys: undefined })
  const complete = () => completeErasure(db, { ...place, now: clock.now() }, body.number)
  const isKept = async () => (await admin.call(listErasures)).body[0]?.isKept
  await expect(complete()).rejects.toThrow('could not be checked: 1')
  expect(await isKept()).toBe(false)
  expect(readdirSync(folder)).not.toContain('90001.eml')
  // The file for restores is written in any case.
  expect(await readErasureFiles(place)).toHaveLength(1)
  rmSync(join(folder, '90002.eml'), { recursive: true })
  await complete()
  expect(await isKept()).toBe(true)
})

test('with a key for copies an erasure is encrypted beside them, and read with that key alone', async () => {
  const { admin, clock, config, db, key } = await erasureStage()
  const { number } = (await admin.call(erasePerson, { params: { key } })).body
  const backupKeys: EncryptionKeys = [(await makeEncryptionKey()).identity]
  const place = erasurePlace({ dataDir: join(config.dataDir, 'with-key'), backupKeys })
  await db.update(erasures).set({ writtenAt: null })
  await completeErasure(db, { ...place, now: clock.now() }, number)
  const names = await place.store.list()
  expect(names).toEqual([expect.stringMatching(/^greenroom-erasure-.*\.json\.age$/)])
  const [erasure] = await db.select().from(erasures)
  const file = join(config.dataDir, 'with-key', 'erasures', names[0]!)
  expect(readFileSync(file).includes(erasure!.hashes[0]!)).toBe(false)
  expect(await readErasureFiles(place)).toMatchObject([{ hashes: erasure!.hashes }])
  await expect(readErasureFiles({ ...place, keys: undefined })).rejects.toThrow('set BACKUP_KEY')
})

test(
  'a restored copy erases again who was erased since, and leaves who came back',
  { tags: 'postgres' },
  async () => {
    const { admin, clock, config, database, db, key } = await erasureStage()
    const back = await buildPerson(db, { email: 'back@example.com' })
    const [{ key: backKey } = { key: '' }] = await db
      .select()
      .from(people)
      .where(eq(people.email, back.email))
    await admin.call(erasePerson, { params: { key } })
    await admin.call(erasePerson, { params: { key: backKey } })
    // Simulates a backup from before the erasure: she exists, and no erasure is recorded; the other person
    // came back later.
    await db.execute(sql`delete from provider_tasks`)
    await db.execute(sql`delete from erasures`)
    await buildPerson(db, { email, createdAt: new Date('2026-01-01T00:00:00Z') })
    await db.execute(sql`update people set created_at = '2026-01-01' where email = ${email}`)
    await buildPerson(db, { email: back.email })
    expect(
      await reapplyErasures(db, await readErasureFiles(erasurePlace(config)), clock.now()),
    ).toBe(1)
    expect(countHeld([await copyText(database)], [email])).toBe(0)
    expect(await db.$count(people, eq(people.email, back.email))).toBe(1)
    expect(
      await reapplyErasures(db, await readErasureFiles(erasurePlace(config)), clock.now()),
    ).toBe(0)
  },
)
