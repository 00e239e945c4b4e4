import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getMailingList } from '#features/newsletter/contract.ts'
import {
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { mailingListGroups, mailingListMembers, userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  registrationBody,
} from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'
import { testApp } from '#tests/support/test-app.ts'

test('who registers is added once, with name and company, to the groups of members and event', async () => {
  const { db, lite, members, register, runJobs, site, told, states } = await mailingListApp()
  const event = await buildEvent(db, { title: 'Bread & "Butter" – Ω' })
  const email = await register({
    eventIds: [event.id],
    mobile: '+27 82 555 0100',
    questions: 'Why?',
  })
  await runJobs()
  const group = lite.groups.find(({ name }) => name.includes('Bread'))!
  expect(group.name.replace(/ \([0-9a-f]{6}\):/, ':')).toBe(
    `${site.series.name}, event ${event.id}: Bread & "Butter" – Ω`,
  )
  expect(told().map(({ body, status }) => ({ body, status }))).toEqual([
    {
      body: {
        email,
        fields: { name: 'Thandi', last_name: 'Nkosi', company: 'Karoo Coffee' },
        groups: [members.id, group.id],
      },
      status: 201,
    },
  ])
  const [row] = await db.select().from(mailingListMembers)
  expect(row).toMatchObject({ state: 'synced', attempts: 1, lastError: null })
  // Beyond 2^53, where a number would lose its last digits.
  expect(row!.subscriberId).toBe(lite.subscribers.get(email)!.id)
  const kept = await db.select().from(userGroups)
  expect(kept.map(({ groupType, mailerliteGroupId }) => [groupType, mailerliteGroupId])).toEqual([
    ['members', members.id],
    ['event', group.id],
  ])
  const calls = lite.calls.length
  await register({ email, eventIds: [event.id] })
  await runJobs()
  expect([lite.calls.length, await states()]).toEqual([calls, ['synced']])
})

test('empty fields are not sent, so that MailerLite keeps its values', async () => {
  const { db, register, runJobs, told } = await mailingListApp()
  const { email } = await buildPerson(db, { lastName: '', company: '' })
  await register({ email, lastName: 'Nkosi', company: '' })
  await runJobs()
  await db.update(users).set({ lastName: '', updatedAt: new Date() })
  await register({ email, lastName: 'Mokoena', company: '' })
  await runJobs()
  expect(told().map(({ body }) => body?.fields)).toEqual([
    { name: 'Thandi', last_name: 'Nkosi' },
    { name: 'Thandi', last_name: 'Mokoena' },
  ])
})

test('a list elsewhere hears of an event once it is published, and of no draft', async () => {
  const { db, lite, clock, register, runJobs, sweep, told } = await mailingListApp()
  const moment = new Date(clock.now().getTime() + 60_000)
  const draft = await buildEvent(db, { title: 'Quillwort', publishAt: moment })
  const email = await register({ eventIds: [(await buildEvent(db)).id] })
  const [user] = await db.select().from(users)
  await buildRegistration(db, { userId: user!.id, eventId: draft.id })
  await runJobs()
  await sweep()
  await runJobs()
  expect([told().length, lite.subscribers.get(email)!.groups.length]).toEqual([1, 2])
  expect(JSON.stringify(lite.groups)).not.toContain('Quillwort')
  clock.set(moment)
  await sweep()
  await runJobs()
  expect([told().length, lite.subscribers.get(email)!.groups.length]).toEqual([2, 3])
  expect(JSON.stringify(lite.groups)).toContain('Quillwort')
})

test('a second event adds its group, and a new name is synced', async () => {
  const { db, lite, later, register, runJobs, told } = await mailingListApp()
  const [one, other] = [await buildEvent(db), await buildEvent(db)]
  const email = await register({ eventIds: [one.id] })
  await runJobs()
  await register({ email, eventIds: [other.id] })
  await later(60)
  expect(told().map(({ status }) => status)).toEqual([201, 200])
  expect(lite.subscribers.get(email)!.groups).toHaveLength(3)
  await db.update(users).set({ firstName: 'Thandeka', updatedAt: new Date('2026-12-01T09:00:00Z') })
  await register({ email })
  await later(60)
  expect(lite.subscribers.get(email)!.fields.name).toBe('Thandeka')
  expect(lite.groups).toHaveLength(3)
})

test('without any group people are added all the same', async () => {
  const { lite, register, runJobs, told } = await mailingListApp({ hasGroup: false })
  const email = await register()
  await runJobs()
  expect(told().map(({ body }) => body?.groups)).toEqual([[]])
  expect([...lite.subscribers.keys()]).toEqual([email])
})

test('people who did not agree to updates are never synced', async () => {
  const { call, db, lite, register, runJobs, sweep, states } = await mailingListApp()
  const event = await buildEvent(db)
  await register({ eventIds: [event.id], receiveUpdates: false, receiveEventInvites: true })
  const viewer = { firstName: 'Sipho', lastName: 'Dube', email: 'sipho@example.com' }
  const body = { ...viewer, company: 'Umoya', jobTitle: 'Founder', receiveEventInvites: false }
  expect((await call(requestVideoAccess, { body })).status).toBe(200)
  const imported = await buildPerson(db)
  await buildRegistration(db, {
    userId: imported.id,
    eventId: event.id,
    registrationSource: 'import',
  })
  await sweep()
  await runJobs()
  expect([lite.calls, await states()]).toEqual([[], []])
})

test('people do not join the group of an earlier event with the same id after a restore', async () => {
  const { db, lite, register, runJobs, site } = await mailingListApp()
  const event = await buildEvent(db)
  const other = lite.addGroup(`${site.series.name}, event ${event.id}: Another`)
  const marked = lite.addGroup(`${site.series.name}, event ${event.id} (abc123): Another`)
  const email = await register({ eventIds: [event.id] })
  await runJobs()
  const { groups } = lite.subscribers.get(email)!
  expect(groups).toHaveLength(2)
  expect(groups).not.toContain(other.id)
  expect(groups).not.toContain(marked.id)
})

test('people who ask about future events agree to updates', async () => {
  const { call, lite, runJobs } = await mailingListApp()
  const body = { firstName: 'Sipho', lastName: 'Dube', email: 'sipho@example.com' }
  expect((await call(registerForFutureEvents, { body })).status).toBe(200)
  await runJobs()
  expect([...lite.subscribers.keys()]).toEqual(['sipho@example.com'])
})

test('without settings nothing is queued, and the admin area says so', async () => {
  const app = await testApp()
  expect((await app.call(registerForEvents, { body: registrationBody() })).status).toBe(200)
  const { rows } = await app.database.pool.query(
    "select name from jobs.job where name like 'sync%'",
  )
  expect(rows).toEqual([])
  const { body } = await (await app.asAdmin()).call(getMailingList)
  expect(body).toMatchObject({ isConfigured: false, agreed: 1, troubled: 0 })
  expect(body.notes[0]).toContain('MailerLite is not connected')
})

test('a group that was deleted there is made again for those who had to wait before, too', async () => {
  const { db, lite, later, register, runJobs, states } = await mailingListApp()
  const event = await buildEvent(db)
  await register({ eventIds: [event.id] })
  await runJobs()
  lite.groups.splice(1)
  lite.behave({ retryAfter: 30 })
  const email = await register({ eventIds: [event.id] })
  await runJobs()
  lite.behave('well')
  await later(40)
  await later(60)
  expect(await states()).toEqual(['synced', 'synced'])
  expect(lite.subscribers.get(email)!.groups).toContain(lite.groups[1]!.id)
})

test('a group that was deleted there is made again, and one tried twice in vain is given up', async () => {
  const { db, lite, later, members, register, runJobs, states } = await mailingListApp()
  const event = await buildEvent(db)
  await register({ eventIds: [event.id] })
  await runJobs()
  lite.groups.splice(1)
  const email = await register({ eventIds: [event.id] })
  await later(60)
  await later(60)
  expect(lite.subscribers.get(email)!.groups).toContain(lite.groups[1]!.id)
  lite.groups.splice(lite.groups.indexOf(members), 1)
  await register({ eventIds: [event.id] })
  await later(60)
  await later(60)
  expect(await states()).toEqual(['synced', 'synced', 'failed'])
  const [failed] = await db
    .select()
    .from(mailingListMembers)
    .where(eq(mailingListMembers.state, 'failed'))
  expect(failed!.lastError).toContain('groups.0: The selected group is invalid.')
  expect(await db.$count(mailingListGroups)).toBe(1)
})
