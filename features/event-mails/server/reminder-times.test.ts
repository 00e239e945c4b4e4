import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import {
  changeEventReminders,
  getEventReminders,
  listPlannedMails,
} from '#features/event-mails/contract.ts'
import { createEvent, getEventPage } from '#features/events/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const usual = [1440, 60]
const eventForm = {
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder',
  description: 'An hour of honest conversation.',
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
}

async function remindedStage() {
  const stage = await mailStage()
  const event = await stage.build()
  const params = { id: event.id }
  stage.clock.set('2026-11-20T10:00:00Z')
  return {
    ...stage,
    event,
    /** Sets the event's own times; null follows the series. */
    async choose(minutes: number[] | null) {
      const admin = await stage.asAdmin()
      return admin.call(changeEventReminders, { params, body: { minutes } })
    },
    async chooseForSeries(reminderMinutes: number[]) {
      const admin = await stage.asAdmin()
      return admin.call(saveEventDefaults, {
        body: { title: '', description: '', reminderMinutes },
      })
    },
    read: async () => (await (await stage.asAdmin()).call(getEventReminders, { params })).body,
    planned: async () => (await (await stage.asAdmin()).call(listPlannedMails, { params })).body,
  }
}

test('reminders are sent at the event’s own times, the last hour with its own text', async () => {
  const { enrol, event, choose, at, planned, told } = await remindedStage()
  await enrol('zola', event.id)
  expect((await choose([60 * 24 * 7, 30, 1440])).body).toEqual({
    minutes: [10080, 1440, 30],
    isOwn: true,
    seriesMinutes: usual,
  })
  const toRegistrants = (await planned()).filter(({ kind }) => !kind.startsWith('crew_'))
  expect(toRegistrants.map(({ kind, at: time }) => [kind, time])).toEqual([
    ['reminder_24h', '2026-12-03T16:00:00.000Z'],
    ['reminder_24h', '2026-12-09T16:00:00.000Z'],
    ['reminder_1h', '2026-12-10T15:30:00.000Z'],
  ])
  expect(await at('2026-12-03T15:59:00Z')).toEqual([])
  expect(await at('2026-12-03T16:00:00Z')).toEqual(['zola: Coming up'])
  expect(await at('2026-12-08T16:00:00Z')).toEqual([])
  expect(await at('2026-12-09T16:00:00Z')).toEqual(['zola: Coming up'])
  expect(await at('2026-12-10T15:00:00Z')).toEqual([])
  expect(await at('2026-12-10T15:30:00Z')).toEqual(['zola: Starting soon'])
  expect(await told()).toEqual(['reminder_24h sent', 'reminder_24h sent', 'reminder_1h sent'])
})

test('an event without reminders sends none, to its crew neither', async () => {
  const { enrol, event, choose, at, planned, asAdmin } = await remindedStage()
  await enrol('zola', event.id)
  const host = { name: 'Host', email: 'host@example.com', role: 'host' }
  const admin = await asAdmin()
  await admin.call(addCrewMember, { params: { id: event.id }, body: host })
  await at('2026-11-20T10:01:00Z')
  await choose([])
  expect(await planned()).toEqual([])
  expect(await at('2026-12-09T16:01:00Z')).toEqual([])
  expect(await at('2026-12-10T15:01:00Z')).toEqual([])
})

test('a sent reminder is not sent again when its time is removed and added', async () => {
  const { enrol, event, choose, at } = await remindedStage()
  await enrol('zola', event.id)
  expect(await at('2026-12-09T16:01:00Z')).toEqual(['zola: Coming up'])
  await choose([60])
  await choose([1440, 60])
  expect(await at('2026-12-09T18:00:00Z')).toEqual([])
  // Added after it passed: skipped. Added before: sent.
  await choose([2880, 1200, 60])
  expect(await at('2026-12-09T19:00:00Z')).toEqual([])
  expect(await at('2026-12-09T20:01:00Z')).toEqual(['zola: Coming up'])
  expect(await at('2026-12-10T15:00:00Z')).toEqual(['zola: Starting soon'])
})

test('a reminder whose time is removed while it waits is not sent', async () => {
  const { enrol, event, choose, at, plan, told } = await remindedStage()
  await enrol('zola', event.id)
  await plan('2026-12-09T16:01:00Z')
  await choose([60])
  expect(await at('2026-12-09T16:02:00Z')).toEqual([])
  expect(await told()).toEqual(['reminder_24h skipped'])
})

test('times of the series apply to its events without times of their own, also to new ones', async () => {
  const { build, choose, chooseForSeries, read, asAdmin, event } = await remindedStage()
  const past = await build({ eventTime: '2026-10-10T16:00:00Z', eventEndTime: null })
  const own = await build()
  const admin = await asAdmin()
  const minutesOf = async (id: number) =>
    (await admin.call(getEventReminders, { params: { id } })).body.minutes
  await admin.call(changeEventReminders, { params: { id: own.id }, body: { minutes: [45] } })
  expect((await chooseForSeries([30, 180])).status).toBe(200)
  expect(await read()).toEqual({ minutes: [180, 30], isOwn: false, seriesMinutes: [180, 30] })
  expect([await minutesOf(own.id), await minutesOf(past.id)]).toEqual([[45], usual])
  const { body: created } = await admin.call(createEvent, { body: eventForm })
  expect(await minutesOf(created.id)).toEqual([180, 30])
  expect((await choose([60])).body).toMatchObject({ minutes: [60], isOwn: true })
  expect((await choose(null)).body).toMatchObject({ minutes: [180, 30], isOwn: false })
  const page = await admin.call(getEventPage, { params: { slug: event.slug } })
  expect(page.body.reminderMinutes).toEqual([180, 30])
  await chooseForSeries(usual)
  const usualPage = await admin.call(getEventPage, { params: { slug: event.slug } })
  expect(usualPage.body.reminderMinutes).toBeUndefined()
})

test.each([
  [[1, 2, 3, 4, 5].map((day) => day * 1440), 'At most 4 reminders'],
  [[9], 'A reminder must be at least 10 minutes before the start'],
  [[43201], 'A reminder may be at most 30 days before the start'],
  [[60, 69], 'Two reminders must be at least 10 minutes apart'],
  [[60, 60], 'Two reminders must be at least 10 minutes apart'],
  [[60.5], 'A reminder must be a whole number of minutes before the start'],
])('the times %j are refused: %s', async (minutes, message) => {
  const { choose } = await remindedStage()
  expect(await choose(minutes)).toMatchObject({ status: 400, body: { errors: [{ message }] } })
})
