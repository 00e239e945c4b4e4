import { expect, test } from 'vitest'
import { addCrewMember, listCrew } from '#features/crew/contract.ts'
import { changeEvent, copyEvent } from '#features/events/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function copyStage() {
  const app = await testApp()
  app.clock.set('2026-12-01T08:00:00Z')
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db, { title: 'Salt', roomUrl: 'https://meet.example/salt' })
  const params = { id: event.id }
  for (const [name, role] of [
    ['Ada', 'host'],
    ['Grace', 'guest'],
    ['Pat', 'producer'],
  ] as const) {
    const body = { name, email: `${name.toLowerCase()}@example.org`, role }
    await admin.call(addCrewMember, { params, body })
  }
  return { ...app, admin, event, params }
}

const next = { speakerName: 'Lin Chen', title: 'Rain', eventDate: '2027-01-12' }

test('a copy for a new guest takes over place, times, texts and crew, but neither guest nor pictures', async () => {
  const { admin, event, params } = await copyStage()
  const body = { ...next, speakerTitle: 'Founder of Drop', guestEmail: 'Lin@Example.org' }
  const { body: made } = await admin.call(copyEvent, { params, body })
  expect(made).toMatchObject({
    title: 'Rain',
    slug: 'rain',
    speakerName: 'Lin Chen',
    speakerTitle: 'Founder of Drop',
    description: event.description,
    roomUrl: 'https://meet.example/salt',
    bannerImage: '',
    featureImage: '',
    eventDate: '2027-01-12',
    eventTime: '2027-01-12T16:00:00.000Z',
    eventEndTime: '2027-01-12T17:00:00.000Z',
    dateConfirmed: false,
    publishAt: 'draft',
    webinarId: null,
  })
  const { crew } = (await admin.call(listCrew, { params: { id: made.id } })).body
  expect(crew.map(({ name, email, role, mail }) => [name, email, role, mail?.state])).toEqual([
    ['Ada', 'ada@example.org', 'host', 'waiting'],
    ['Pat', 'pat@example.org', 'producer', 'waiting'],
    ['Lin Chen', 'lin@example.org', 'guest', 'waiting'],
  ])
})

test('the pictures of the copy follow the first banner until a feature image is chosen', async () => {
  const { admin, params } = await copyStage()
  const { body: made } = await admin.call(copyEvent, { params, body: next })
  const change = async (body: object) =>
    (await admin.call(changeEvent, { params: { id: made.id }, body })).body
  const [one, other] = ['/images/banners/last-mile.webp', '/images/banners/open-water.webp']
  expect(await change({ bannerImage: one })).toMatchObject({ featureImage: one })
  expect(await change({ bannerImage: other })).toMatchObject({ featureImage: other })
  const chosen = '/images/features/last-mile.webp'
  expect(await change({ featureImage: chosen })).toMatchObject({ bannerImage: other })
  expect(await change({ bannerImage: one })).toMatchObject({ featureImage: chosen })
})

test('a copy without a new guest mails nobody, and wrong fields are refused by name', async () => {
  const { admin, db, params } = await copyStage()
  const mails = await db.$count(outboxEntries)
  const { body: made } = await admin.call(copyEvent, { params, body: {} })
  expect((await admin.call(listCrew, { params: { id: made.id } })).body.crew).toEqual([])
  expect(await db.$count(outboxEntries)).toBe(mails)
  const { body: undated } = await admin.call(copyEvent, { params, body: { eventDate: '' } })
  expect(undated).toMatchObject({ eventDate: null, eventTime: null, status: 'pre_registration' })
  for (const body of [{ guestEmail: 'lin' }, { eventDate: '2027-02-30' }, { speakerName: ' ' }]) {
    const refused = await admin.call(copyEvent, { params, body })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(Object.keys(body)[0])
  }
})
