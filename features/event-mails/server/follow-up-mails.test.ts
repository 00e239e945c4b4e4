import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import {
  changeEventFollowUps,
  getEventFollowUps,
  listHeldMails,
  sendHeldMails,
  stopHeldMails,
} from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { attendanceReports, joins, zoomWebinarMappings } from '#schema/webinars.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const longAgo = new Date('2026-11-01T08:00:00Z')

/** An event on 10 December, 16:00 to 17:00 UTC; the series is two hours ahead and writes at 10:00 (08:00 UTC). */
async function followUpStage() {
  const stage = await mailStage()
  const event = await stage.build()
  async function enrol(name: string, eventId: number, hasCome: boolean, receiveUpdates = true) {
    const agreed = { receiveUpdates, receiveEventInvites: receiveUpdates }
    const { id } = await stage.enrol(name, eventId, agreed)
    if (hasCome) {
      const firstJoinedAt = new Date('2026-12-10T16:00:00Z')
      await stage.db.insert(joins).values({ registrationId: id, joinCount: 1, firstJoinedAt })
    }
  }
  return {
    ...stage,
    event,
    enrol,
    async switchOn(instant: string, on: { sendsThankYou?: boolean; sendsMissedYou?: boolean }) {
      stage.clock.set(instant)
      const admin = await stage.asAdmin()
      await admin.call(saveEventDefaults, { body: { title: '', description: '', ...on } })
    },
    async release(instant: string, id = event.id) {
      stage.clock.set(instant)
      const admin = await stage.asAdmin()
      const body = { videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', recordingReady: true }
      expect((await admin.call(changeEvent, { params: { id }, body })).status).toBe(200)
    },
    held: async () =>
      (await (await stage.asAdmin()).call(listHeldMails)).body.map(
        ({ id, kind, count, goesAt }) => ({
          id,
          kind,
          count,
          goesAt,
        }),
      ),
  }
}
const both = { sendsThankYou: true, sendsMissedYou: true }

test(
  'after the recording, those who came and those who did not get one mail each, at the time of day',
  { tags: 'postgres' },
  async () => {
    const { event, enrol, switchOn, release, held, at, told } = await followUpStage()
    await enrol('zola', event.id, true)
    await enrol('sipho', event.id, false)
    await enrol('ayo', event.id, false, false)
    await switchOn('2026-12-10T10:00:00Z', both)
    expect(await at('2026-12-11T09:00:00Z')).toEqual([])
    await release('2026-12-12T12:00:00Z')
    const goesAt = '2026-12-13T08:00:00.000Z'
    expect(await held()).toMatchObject([
      { kind: 'thank_you', count: 1, goesAt },
      { kind: 'missed_you', count: 2, goesAt },
    ])
    expect(await at('2026-12-12T12:10:00Z')).toEqual([])
    expect(await at('2026-12-13T07:59:00Z')).toEqual([])
    expect(await at('2026-12-13T08:00:00Z')).toEqual([
      'ayo: Sorry we missed you',
      'sipho: Sorry we missed you',
      'zola: Thank you for coming',
    ])
    expect(await at('2026-12-14T08:00:00Z')).toEqual([])
    expect((await told()).toSorted()).toEqual([
      'missed_you sent',
      'missed_you sent',
      'recording_ready sent',
      'recording_ready sent',
      'thank_you sent',
    ])
  },
)

test('a mail about the recording that was skipped before is sent inside the thank-you mail, not besides', async () => {
  const { event, enrol, switchOn, release, at, db } = await followUpStage()
  await enrol('zola', event.id, true)
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  const entry = { kind: 'recording_ready', email: 'zola@example.com', dedupeKey: '' } as const
  await db.insert(outboxEntries).values({ ...entry, eventId: event.id, state: 'skipped' })
  expect(await at('2026-12-13T08:00:00Z')).toEqual(['zola: Thank you for coming'])
  expect(await at('2026-12-13T08:05:00Z')).toEqual([])
})

test('the next event is named to people who agreed to invitations and are not registered for it', async () => {
  const { build, event, enrol, switchOn, release, at, server, db } = await followUpStage()
  const times = { eventTime: '2027-01-14T16:00:00Z', eventEndTime: null, eventDate: '2027-01-14' }
  const next = await build({ title: 'Pepper', ...times })
  await enrol('zola', event.id, true)
  await enrol('ayo', event.id, true, false)
  await enrol('sipho', event.id, true)
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  await db
    .insert(eventRegistrations)
    .values({ userId: rows[2]!.userId, eventId: next.id, createdAt: longAgo })
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  expect(await at('2026-12-13T08:00:00Z')).toHaveLength(3)
  const invited = server.mails
    .filter(({ raw }) => raw.includes(next.slug))
    .map(({ to }) => to.split('@')[0])
  expect(invited).toEqual(['zola'])
  // The mail that contains the one about the recording has no second button to it.
  const buttons = server.mails.map(
    ({ raw }) => raw.replaceAll('=\r\n', '').match(/Watch the recording/g)?.length,
  )
  expect(new Set(buttons).size).toBe(1)
})

test('both kinds are off until they are switched on, and then spare events that ended before', async () => {
  const { event, enrol, switchOn, release, held, at } = await followUpStage()
  await enrol('zola', event.id, true)
  await switchOn('2026-12-10T17:00:01Z', both)
  await release('2026-12-12T12:00:00Z')
  expect(await held()).toMatchObject([{ kind: 'recording_ready', count: 1 }])
  expect(await at('2026-12-12T12:03:00Z')).toEqual(['zola: The recording is ready'])
  expect(await at('2026-12-13T08:01:00Z')).toEqual([])
})

test('nothing is sent while attendance is unknown; later, the mail about the recording is a second one', async () => {
  const { event, enrol, switchOn, release, held, at, db } = await followUpStage()
  await enrol('zola', event.id, true)
  await db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId: '81234567890' })
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  expect(await at('2026-12-12T12:03:00Z')).toEqual(['zola: The recording is ready'])
  expect(await at('2026-12-13T08:01:00Z')).toEqual([])
  await db
    .insert(attendanceReports)
    .values({ eventId: event.id, state: 'ready', settledAt: new Date('2026-12-13T09:00:00Z') })
  expect(await at('2026-12-13T09:01:00Z')).toEqual([])
  expect(await held()).toMatchObject([{ kind: 'thank_you', goesAt: '2026-12-14T08:00:00.000Z' }])
  expect(await at('2026-12-14T08:00:00Z')).toEqual(['zola: Thank you for coming'])
  expect(await at('2026-12-15T08:00:00Z')).toEqual([])
})

test('another time of day of the series also applies to mails that wait', async () => {
  const { asAdmin, event, enrol, switchOn, release, at } = await followUpStage()
  await enrol('zola', event.id, true)
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  await at('2026-12-12T12:10:00Z')
  const body = { title: '', description: '', followUpTime: '12:00' }
  await (await asAdmin()).call(saveEventDefaults, { body })
  for (const instant of ['2026-12-12T12:11:00Z', '2026-12-13T09:59:00Z']) {
    expect(await at(instant)).toEqual([])
  }
  expect(await at('2026-12-13T10:00:00Z')).toEqual(['zola: Thank you for coming'])
})

test('stopped mails are never sent, and those sent now are sent at once', async () => {
  const { event, enrol, switchOn, release, held, at, asAdmin } = await followUpStage()
  await enrol('zola', event.id, true)
  await enrol('sipho', event.id, false, false)
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  const [thanks, missed] = await held()
  const admin = await asAdmin()
  await admin.call(stopHeldMails, { params: { id: thanks!.id }, body: {} })
  await admin.call(sendHeldMails, { params: { id: missed!.id } })
  // The mail about the recording is a kind of its own, which was not stopped.
  expect(await at('2026-12-12T12:03:00Z')).toEqual([
    'sipho: Sorry we missed you',
    'zola: The recording is ready',
  ])
  expect(await at('2026-12-13T08:01:00Z')).toEqual([])
  expect(await held()).toEqual([])
})

test('a save of the event leaves held mails, and a withdrawn recording ends the hold', async () => {
  const { event, enrol, switchOn, release, held, at, asAdmin } = await followUpStage()
  await enrol('zola', event.id, true)
  await switchOn('2026-12-10T10:00:00Z', both)
  await release('2026-12-12T12:00:00Z')
  const before = await held()
  const admin = await asAdmin()
  const save = (body: object) => admin.call(changeEvent, { params: { id: event.id }, body })
  await save({ description: 'Other words.' })
  expect(await held()).toEqual(before)
  await save({ recordingReady: false })
  expect(await at('2026-12-12T13:00:00Z')).toEqual([])
  expect(await held()).toEqual([])
  expect(await at('2026-12-13T08:01:00Z')).toEqual([])
})

test('an event can leave both mails out: their holds end, and the mail about the recording goes alone', async () => {
  const { event, enrol, switchOn, release, held, at, asAdmin } = await followUpStage()
  await enrol('zola', event.id, true)
  const of = { params: { id: event.id } }
  const read = async () => (await asAdmin()).call(getEventFollowUps, of)
  const change = async (body: object) =>
    (await asAdmin()).call(changeEventFollowUps, { ...of, body: body as never })
  const off = { sends: true, kinds: [], timeOfDay: '10:00' }
  expect((await read()).body).toEqual(off)
  await switchOn('2026-12-10T10:00:00Z', both)
  const on = { ...off, kinds: ['thank_you', 'missed_you'] }
  expect((await read()).body).toEqual(on)
  await release('2026-12-12T12:00:00Z')
  expect(await held()).toMatchObject([{ kind: 'thank_you' }])
  const left = await change({ sends: false })
  expect(left.body).toEqual({ ...on, sends: false })
  expect(await held()).toEqual([])
  expect(await at('2026-12-12T12:03:00Z')).toEqual(['zola: The recording is ready'])
  expect(await at('2026-12-13T08:01:00Z')).toEqual([])
  expect((await change({ sends: 'yes' })).status).toBe(400)
  const unknown = { params: { id: 999_999 } }
  expect((await (await asAdmin()).call(getEventFollowUps, unknown)).status).toBe(404)
})

/** Reference from the rules alone, for one person of one event. */
test('over random courses, each person gets the mails of the rules, at their times', async () => {
  const stage = await followUpStage()
  const hours = (number: number) => number * 3_600_000
  const end = Date.parse('2026-12-10T17:00:00Z')
  const course = fc.record({
    onFrom: fc.constantFrom<number | null>(null, -5, 3),
    hasCome: fc.boolean(),
    agrees: fc.boolean(),
    othersCome: fc.boolean(),
    releasedAfter: fc.integer({ min: 1, max: 38 }),
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(course, async ({ onFrom, hasCome, agrees, othersCome, releasedAfter }) => {
      round++
      const { id } = await stage.build()
      const name = `person${round}`
      await stage.enrol(name, id, hasCome, agrees)
      await stage.enrol(`other${round}`, id, othersCome, false)
      await stage.switchOn(new Date(end - hours(20)).toISOString(), {
        sendsThankYou: false,
        sendsMissedYou: false,
      })
      if (onFrom !== null && onFrom < 0)
        await stage.switchOn(new Date(end + hours(onFrom)).toISOString(), both)
      const seen: string[] = []
      const iso = (moment: number) => new Date(moment).toISOString()
      const released = end + hours(releasedAfter) + hours(0.5)
      const switched = onFrom !== null && onFrom > 0 ? end + hours(onFrom) : undefined
      const mornings = [11, 12, 13].flatMap((day) =>
        ['07:59', '08:01'].map((time) => Date.parse(`2026-12-${day}T${time}:00Z`)),
      )
      const moments = [end + hours(0.5), switched, released, released + hours(0.1), ...mornings]
        .filter((moment) => moment !== undefined)
        .toSorted((one, other) => one - other)
      for (const moment of moments) {
        if (moment === switched) await stage.switchOn(iso(moment), both)
        if (moment === released) await stage.release(iso(moment), id)
        const mails = await stage.at(iso(moment))
        const own = mails.filter((mail) => mail.startsWith(`${name}:`))
        seen.push(...own.map((mail) => `${mail} ${iso(moment).slice(8, 13)}`))
      }
      await stage.edit(id, { cancelledAt: new Date() })
      const isKnown = hasCome || othersCome
      const isOn = onFrom !== null && onFrom < 0
      // The series' 10:00 is 08:00 UTC.
      const morning = mornings.find((moment) => iso(moment).includes('08:01') && moment > released)!
      const subject = hasCome ? 'Thank you for coming' : 'Sorry we missed you'
      const followUp = `${name}: ${subject} ${iso(morning).slice(8, 13)}`
      const recording = `${name}: The recording is ready ${iso(released + hours(0.1)).slice(8, 13)}`
      const alone = agrees ? [recording] : []
      expect(seen).toEqual(isOn && isKnown ? [followUp] : alone)
    }),
    { numRuns: 5 },
  )
})
