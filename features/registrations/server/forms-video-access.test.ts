import { expect, test } from 'vitest'
import { listMemberVideos } from '#features/library/contract.ts'
import { requestVideoAccess } from '#features/registrations/contract.ts'
import { getAuthStatus } from '#features/sign-in/contract.ts'
import { consents } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildEvent, buildPerson, buildRecording, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const form = {
  firstName: ' Sipho ',
  lastName: 'Dlamini',
  email: ' Sipho@Example.com ',
  company: 'Saltline',
  jobTitle: 'Driver',
  mobile: '+27 82 000 0000',
}
const email = 'sipho@example.com'

test('a visitor who registers to watch is known, has a record and is in the library at once', async () => {
  const { db, newCaller, site } = await testApp()
  const video = await buildRecording(db)
  const visitor = newCaller()
  const answer = await visitor.call(requestVideoAccess, { body: form })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ videoAccess: { email }, isExistingUser: false })
  const person = { ...form, firstName: 'Sipho', email }
  const [user] = await db.select().from(users)
  expect(user).toMatchObject(person)
  const [record] = await db.select().from(videoAccess)
  expect(record).toMatchObject({
    ...person,
    userId: user!.id,
    eventId: null,
    videoTitle: site.series.videoTitle,
  })
  expect((await visitor.call(listMemberVideos)).body.map(({ id }) => id)).toEqual([video.id])
  expect(await db.$count(eventRegistrations)).toBe(0)
  expect(await db.$count(consents)).toBe(0)
})

test('doing it again adds no record for the same event, and another one for another event', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db)
  await call(requestVideoAccess, { body: form })
  const again = await call(requestVideoAccess, { body: { ...form, email: email.toUpperCase() } })
  expect(again.body.isExistingUser).toBe(true)
  expect(await db.$count(videoAccess)).toBe(1)
  for (let attempt = 0; attempt < 2; attempt++) {
    await call(requestVideoAccess, { body: { ...form, eventId: event.id } })
  }
  const records = await db.select().from(videoAccess).orderBy(videoAccess.id)
  expect(records.map(({ eventId }) => eventId)).toEqual([null, event.id])
  expect(await db.$count(users)).toBe(1)
})

test(
  'twenty identical requests at once leave one person and one record',
  { tags: 'postgres' },
  async () => {
    const { db, newCaller } = await testApp()
    const event = await buildEvent(db)
    const body = { ...form, eventId: event.id, receiveEventInvites: true }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => newCaller().call(requestVideoAccess, { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter((answer) => !answer.body.isExistingUser)).toHaveLength(1)
    expect(await db.$count(users)).toBe(1)
    expect(await db.$count(videoAccess)).toBe(1)
    expect(await db.$count(eventRegistrations)).toBe(1)
    expect(await db.$count(sessions)).toBe(20)
  },
)

test('a known person has blanks filled and nothing overwritten', async () => {
  const { db, call } = await testApp()
  await buildPerson(db, { email, firstName: 'Siphokazi', company: 'Own Co' })
  await call(requestVideoAccess, { body: form })
  const [user] = await db.select().from(users)
  expect(user).toMatchObject({
    firstName: 'Siphokazi',
    company: 'Own Co',
    jobTitle: 'Driver',
    mobile: '+27 82 000 0000',
  })
})

test('an imported viewer becomes a person and keeps the record', async () => {
  const { db, call } = await testApp()
  const viewer = await buildViewer(db, { email })
  await call(requestVideoAccess, { body: form })
  expect(await db.$count(users)).toBe(1)
  const records = await db.select().from(videoAccess)
  expect(records.map(({ id }) => id)).toEqual([viewer.id])
})

test('with the box ticked the person is registered for the event as well', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db)
  const body = { ...form, eventId: event.id, receiveEventInvites: true, source: 'go1' }
  await call(requestVideoAccess, { body })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration).toMatchObject({
    eventId: event.id,
    registrationType: 'confirmed',
    registrationSource: 'go1',
    receiveEventInvites: true,
  })
  const [consent] = await db.select().from(consents)
  expect(consent).toMatchObject({ source: 'go1', receiveEventInvites: true })
})

test.for([
  ['has finished', { status: 'completed' as const }],
  ['is cancelled', { cancelledAt: new Date('2026-11-30T00:00:00Z') }],
] as const)('access is granted all the same when the event %s', async ([, fields]) => {
  const { db, call } = await testApp()
  const event = await buildEvent(db, fields)
  const body = { ...form, eventId: event.id, receiveEventInvites: true }
  const answer = await call(requestVideoAccess, { body })
  expect(answer.status).toBe(200)
  expect(await db.$count(videoAccess)).toBe(1)
  expect(await db.$count(eventRegistrations)).toBe(0)
})

test('an unknown event is rejected without a record or a session', async () => {
  const { db, call } = await testApp()
  const answer = await call(requestVideoAccess, { body: { ...form, eventId: 999 } })
  expect(answer.status).toBe(404)
  expect(answer.body.message).toContain('no longer available')
  expect(answer.headers).not.toHaveProperty('set-cookie')
  for (const table of [users, videoAccess, sessions]) expect(await db.$count(table)).toBe(0)
})

test('an administrator who registers to watch stays one and has the email', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  await admin.call(requestVideoAccess, { body: form })
  expect((await admin.call(getAuthStatus)).body).toEqual({
    hasVideoAccess: true,
    isAdmin: true,
    userEmail: email,
  })
})

test('every wrong field is named with the words of the specification', async () => {
  const { db, call } = await testApp()
  const answer = await call(requestVideoAccess, {
    body: { firstName: ' ', email: 'sipho', mobile: '1'.repeat(41), receiveEventInvites: 'yes' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      { field: 'firstName', message: 'First name is required' },
      { field: 'lastName', message: 'Last name is required' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'mobile', message: 'Mobile may have at most 40 characters' },
      { field: 'receiveEventInvites', message: 'Must be true or false' },
    ]),
  )
  expect(await db.$count(users)).toBe(0)
})
