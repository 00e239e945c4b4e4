import { expect, test } from 'vitest'
import { createEvent } from '#features/events/contract.ts'
import * as contract from '#features/event-mails/contract.ts'
import { registerForFutureEvents } from '#features/registrations/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const form = {
  title: 'The last mile',
  eventDate: '2026-12-15',
  eventTime: '2026-12-15T16:00:00Z',
  eventEndTime: '2026-12-15T17:00:00Z',
  dateConfirmed: true,
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder of Karoo Freight',
  description: 'How parcels reach the end of the road.',
  featureImage: '/images/features/not-there-yet.webp',
  bannerImage: '/images/banners/not-there-yet.webp',
  status: 'upcoming',
} as const

/** Creates a person interested in future events, and an administrator. */
async function openStage() {
  const app = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const asked = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  expect((await app.call(registerForFutureEvents, { body: asked })).status).toBe(200)
  app.clock.set('2026-12-01T08:01:00Z')
  return { ...app, admin: await app.asAdmin() }
}

test('the preview of an event created open lists its emails and creates nothing', async () => {
  const { admin, db } = await openStage()
  const said = await admin.call(contract.previewCreation, { body: form })
  expect([said.status, said.body]).toEqual([
    200,
    { mails: [{ kind: 'registration_open', count: 1 }], isSending: true },
  ])
  const body = { kind: 'registration_open', event: form } as const
  const mail = await admin.call(contract.previewCreationMail, { body })
  expect(mail.body).toMatchObject({
    subject: 'Registration is open: The last mile',
    text: expect.stringContaining('The last mile'),
  })
  expect(await db.$count(events)).toBe(0)
  expect((await admin.call(contract.listHeldMails)).body).toEqual([])

  const created = await admin.call(createEvent, { body: form })
  expect((await admin.call(contract.listHeldMails)).body).toMatchObject([
    { kind: 'registration_open', eventId: created.body.id, count: 1 },
  ])
})

test('the preview of a closed event is empty, and a wrong field is named as on creation', async () => {
  const { admin, db } = await openStage()
  await buildEvent(db)
  const closed = { ...form, status: 'pre_registration', dateConfirmed: false } as const
  const said = await admin.call(contract.previewCreation, { body: closed })
  expect(said.body.mails).toEqual([])
  const wrong = { ...form, eventEndTime: '2026-12-15T15:00:00Z' }
  const refused = await admin.call(contract.previewCreation, { body: wrong })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual((await admin.call(createEvent, { body: wrong })).body)
})
