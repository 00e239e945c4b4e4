import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import {
  listHeldMails,
  previewCreation,
  previewStatusChanges,
} from '#features/event-mails/contract.ts'
import { registerForFutureEvents } from '#features/registrations/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const form = {
  title: 'Salt',
  speakerName: 'Ada',
  speakerTitle: 'Founder',
  description: 'An hour.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
  eventTime: '2026-12-10T16:00:00Z',
  status: 'upcoming',
  dateConfirmed: true,
}

/** Creates a person interested in future events, and a draft of an event that would be announced to them. */
async function draftStage(publishAt: string) {
  const stage = await mailStage()
  const { call, clock, asAdmin } = stage
  clock.set('2026-12-01T08:00:00Z')
  const body = { firstName: 'Ada', lastName: 'Nkosi', email: 'ada@example.com' }
  await call(registerForFutureEvents, { body })
  await stage.at('2026-12-01T08:00:01Z')
  const admin = await asAdmin()
  const { body: event } = await admin.call(createEvent, { body: { ...form, publishAt } })
  const params = { id: event.id }
  const crew = { name: 'Ben', email: 'ben@example.com', role: 'guest' as const }
  await admin.call(addCrewMember, { params, body: crew })
  await stage.enrol('cleo', event.id)
  return { ...stage, admin, event, params }
}

test(
  'a draft causes no mail; once it is published by a press, that waits two minutes and goes once',
  { tags: 'postgres' },
  async () => {
    const { admin, at, params, clock } = await draftStage('draft')
    expect(
      (await admin.call(previewCreation, { body: { ...form, publishAt: 'draft' } })).body.mails,
    ).toEqual([])
    expect((await admin.call(listHeldMails)).body).toEqual([])
    expect(await at('2026-12-01T09:00:00Z')).toEqual([])
    const { body } = await admin.call(previewStatusChanges, { params, body: {} })
    expect(body.moves[0]).toMatchObject({
      move: 'publish',
      isNext: true,
      mails: [{ kind: 'registration_open', count: 1 }],
    })
    clock.set('2026-12-01T10:00:00Z')
    await admin.call(changeEvent, { params, body: { publishAt: null } })
    expect((await admin.call(listHeldMails)).body).toMatchObject([
      { kind: 'registration_open', count: 1, goesAt: '2026-12-01T10:02:00.000Z' },
    ])
    // Another save evaluates the cause again.
    clock.set('2026-12-01T10:01:00Z')
    await admin.call(changeEvent, { params, body: { priority: 2 } })
    expect(await at('2026-12-01T10:02:10Z')).toEqual([])
    expect(await at('2026-12-01T10:03:10Z')).toEqual([
      'ada: Registration is open',
      'ben: You are the guest',
    ])
    expect(await at('2026-12-01T12:00:00Z')).toEqual([])
  },
)

test('an event that appears at a moment tells everybody then, and once', async () => {
  const { at, told } = await draftStage('2026-12-09T20:00:00Z')
  expect(await at('2026-12-09T16:30:00Z')).toEqual([])
  expect(await at('2026-12-09T19:59:59Z')).toEqual([])
  expect(await at('2026-12-09T20:00:00Z')).toEqual([
    'ada: Registration is open',
    'ben: You are the guest',
    'cleo: Coming up',
  ])
  expect(await at('2026-12-09T20:05:00Z')).toEqual([])
  expect((await told()).filter((mail) => mail.startsWith('registration_open'))).toHaveLength(1)
})
