import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { getEventDefaults, saveEventDefaults } from '#features/event-defaults/contract.ts'
import { createEvent } from '#features/events/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const usual = {
  reminderMinutes: [1440, 60],
  followUpTime: '10:00',
  sendsThankYou: false,
  sendsMissedYou: false,
  needsApproval: false,
}
const empty = {
  startTime: null,
  lengthMinutes: null,
  roomUrl: null,
  title: '',
  description: '',
  repeatsCrew: false,
  ...usual,
  latestCrew: [],
}
const saved = {
  startTime: '18:00',
  lengthMinutes: 45,
  roomUrl: 'https://meet.example.com/room',
  title: 'Founder Talks',
  description: 'An hour of honest conversation.',
  repeatsCrew: true,
}
const required = {
  speakerName: 'Thandi Nkosi',
  speakerTitle: 'Founder',
  description: 'Salt.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

test('defaults start empty, are replaced as a whole and named in the activity log', async () => {
  const { asAdmin, database } = await testApp()
  const admin = await asAdmin()
  expect((await admin.call(getEventDefaults)).body).toEqual(empty)
  expect((await admin.call(saveEventDefaults, { body: saved })).body).toEqual({
    ...saved,
    ...usual,
    latestCrew: [],
  })
  expect((await admin.call(getEventDefaults)).body).toEqual({ ...saved, ...usual, latestCrew: [] })
  const cleared = { startTime: '', lengthMinutes: null, roomUrl: '', title: '', description: '' }
  expect((await admin.call(saveEventDefaults, { body: cleared })).body).toEqual(empty)
  const { rows } = await database.pool.query(
    `select details from audit_log where action = 'event_defaults_changed' order by id`,
  )
  expect(rows.map(({ details }) => details.fields)).toEqual([
    ['startTime', 'lengthMinutes', 'roomUrl', 'title', 'description', 'repeatsCrew'],
    ['startTime', 'lengthMinutes', 'roomUrl', 'title', 'description', 'repeatsCrew'],
  ])
})

test.each([
  ['startTime', '25:00'],
  ['startTime', '18:00:30'],
  ['lengthMinutes', 4],
  ['lengthMinutes', 721],
  ['lengthMinutes', 7.5],
  ['roomUrl', 'http://meet.example.com'],
  ['title', 'a'.repeat(201)],
] as const)('an invalid %s is refused: %s', async (field, value) => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const answer = await admin.call(saveEventDefaults, { body: { ...saved, [field]: value } })
  expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }])
})

test('the latest crew is that of the newest event with a host or producer, without guests', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const [older, newer, newest] = [
    await buildEvent(db, { createdAt: new Date('2026-01-01T00:00:00Z') }),
    await buildEvent(db, { createdAt: new Date('2026-02-01T00:00:00Z') }),
    await buildEvent(db, { createdAt: new Date('2026-03-01T00:00:00Z') }),
  ]
  async function add(event: { id: number }, name: string, role: 'host' | 'guest' | 'producer') {
    const body = { name, email: `${name}@example.com`, role }
    await admin.call(addCrewMember, { params: { id: event.id }, body })
  }
  await add(older, 'ann', 'host')
  await add(newer, 'ben', 'producer')
  await add(newer, 'cleo', 'guest')
  await add(newest, 'dan', 'guest')
  expect((await admin.call(getEventDefaults)).body.latestCrew).toEqual([
    { name: 'ben', email: 'ben@example.com', role: 'producer' },
  ])
})

test('the call that creates an event ignores the defaults', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  await admin.call(saveEventDefaults, { body: saved })
  const { body } = await admin.call(createEvent, { body: required })
  expect(body).toMatchObject({ title: 'Exclusive Interview', eventTime: null, roomUrl: null })
})
