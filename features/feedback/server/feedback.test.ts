import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { listHeldMails, stopHeldMails } from '#features/event-mails/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import {
  changeEventFeedback,
  changeSeriesFeedback,
  getEventAnswers,
  giveAnswer,
  listFeedback,
  noteOpening,
  readAnswerPage,
} from '#features/feedback/contract.ts'
import { usualFeedback } from '#features/feedback/rules.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { feedbackAnswers, feedbackOpenings } from '#schema/feedback.ts'
import { people } from '#schema/people.ts'
import { joins, zoomWebinarMappings } from '#schema/webinars.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const question = `${usualFeedback.question} Salt`

/** An event on 10 December, 16:00 to 17:00 UTC; the series is two hours ahead and writes at 10:00 (08:00 UTC). */
async function feedbackStage() {
  const stage = await mailStage()
  const { db, clock, asAdmin } = stage
  const event = await stage.build()
  const ofEvent = { params: { id: event.id } }
  return {
    ...stage,
    event,
    async enrol(name: string, hasCome: boolean) {
      const registration = await stage.enrol(name, event.id, { receiveUpdates: true })
      const firstJoinedAt = new Date('2026-12-10T16:00:00Z')
      const { id: registrationId } = registration
      if (hasCome) await db.insert(joins).values({ registrationId, joinCount: 1, firstJoinedAt })
      const target = { ...registration, email: `${name}@example.com` }
      return makeLinkToken(await readLinkKey(db), 'answer', target)
    },
    async switchOn(instant: string, thanks = false) {
      clock.set(instant)
      const admin = await asAdmin()
      await admin.call(changeSeriesFeedback, {
        body: { isOn: true, minutes: 60, ...usualFeedback },
      })
      const body = { title: '', description: '', sendsThankYou: thanks }
      await admin.call(saveEventDefaults, { body })
    },
    async release(instant: string) {
      clock.set(instant)
      const body = { videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', recordingReady: true }
      await (await asAdmin()).call(changeEvent, { ...ofEvent, body })
    },
    change: async (body: object) =>
      (await asAdmin()).call(changeEventFeedback, { ...ofEvent, body }),
    answers: async () => (await (await asAdmin()).call(getEventAnswers, ofEvent)).body,
  }
}

test(
  'an hour after the end, those who attended are asked once, and their links preselect an answer',
  { tags: 'postgres' },
  async () => {
    const { enrol, switchOn, at, server, answers } = await feedbackStage()
    const token = await enrol('zola', true)
    await enrol('sipho', false)
    await switchOn('2026-12-10T10:00:00Z')
    expect(await at('2026-12-10T17:30:00Z')).toEqual([])
    expect(await at('2026-12-10T17:59:00Z')).toEqual([])
    expect(await at('2026-12-10T18:00:00Z')).toEqual([`zola: ${question}`])
    expect(await at('2026-12-11T18:00:00Z')).toEqual([])
    const text = server.mails[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    for (const value of [1, 2, 3, 4]) {
      expect(text).toContain(`http://lights.example/answers/${token}?value=${value}`)
    }
    expect(await answers()).toMatchObject({ asked: 1, opened: 0, answered: 0 })
  },
)

test('a person has one answer, which can be changed for seven days and is listed with its author', async () => {
  const { enrol, call, clock, answers, asAdmin, event, db } = await feedbackStage()
  const token = await enrol('zola', true)
  const of = { params: { token } }
  clock.set('2026-12-10T18:00:00Z')
  expect((await call(readAnswerPage, of)).body).toMatchObject({ ...usualFeedback, value: null })
  await call(noteOpening, of)
  await call(noteOpening, of)
  expect(await answers()).toMatchObject({ opened: 1, answered: 0 })
  expect((await call(giveAnswer, { ...of, body: { value: 2, text: 'Too short.' } })).status).toBe(
    200,
  )
  clock.set('2026-12-17T18:00:00Z')
  const changed = await call(giveAnswer, { ...of, body: { value: '1' as never, text: 'Better.' } })
  expect(changed.body).toMatchObject({ value: 1, text: 'Better.' })
  clock.set('2026-12-17T18:00:01Z')
  const late = await call(giveAnswer, { ...of, body: { value: 3 } })
  expect(late).toMatchObject({ status: 409 })
  const listed = await answers()
  expect(listed).toMatchObject({ opened: 1, answered: 1 })
  expect(listed.answers).toMatchObject([
    { email: 'zola@example.com', value: 1, label: usualFeedback.options[0], text: 'Better.' },
  ])
  expect(listed.options.map(({ count }) => count)).toEqual([1, 0, 0, 0])
  const all = await (await asAdmin()).call(listFeedback)
  expect(all.body).toMatchObject([{ eventId: event.id, answered: 1 }])
  expect(await db.select().from(feedbackAnswers)).toHaveLength(1)
})

test('answers outside the question and other tokens are refused', async () => {
  const { enrol, call, change, db } = await feedbackStage()
  const token = await enrol('zola', true)
  await change({ own: { question: 'Again?', options: ['Yes', 'No'] } })
  for (const value of [0, 3, 6, 1.5, 'x', null]) {
    const body = { value: value as never }
    expect((await call(giveAnswer, { params: { token }, body })).status).toBe(400)
  }
  const unknown = { params: { token: `1-${'a'.repeat(24)}` } }
  expect((await call(readAnswerPage, unknown)).status).toBe(404)
  expect((await call(giveAnswer, { ...unknown, body: { value: 1 } })).status).toBe(404)
  expect((await call(noteOpening, unknown)).status).toBe(404)
  expect(await db.select().from(feedbackAnswers)).toEqual([])
  expect(await db.select().from(feedbackOpenings)).toEqual([])
})

test(
  'an answer that is sent during the erasure of its author is not stored',
  { tags: 'postgres-only' },
  async () => {
    const { asAdmin, enrol, call, db } = await feedbackStage()
    const token = await enrol('zola', true)
    const admin = await asAdmin()
    const { key } = (await db.select().from(people))[0]!
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const count = async () => (await db.execute(waiting)).rows.length
    const areWaiting = (many: number) => expect.poll(count, { timeout: 20_000 }).toBe(many)
    // The erasure writes the audit log last, when it has deleted everything else.
    const { erased, answered } = await db.transaction(async (tx) => {
      await tx.execute(sql`lock table audit_log in share mode`)
      const erasure = admin.call(erasePerson, { params: { key } })
      await areWaiting(1)
      const answer = call(giveAnswer, { params: { token }, body: { value: 1, text: 'I am Zola.' } })
      await areWaiting(2)
      return { erased: erasure, answered: answer }
    })
    expect((await erased).status).toBe(200)
    expect((await answered).status).toBe(404)
    expect(await db.select().from(feedbackAnswers)).toEqual([])
  },
)

test('no question after an event that ended before, with unknown attendance, or left out', async () => {
  const before = await feedbackStage()
  await before.enrol('zola', true)
  await before.switchOn('2026-12-10T17:00:01Z')
  expect(await before.at('2026-12-10T19:00:00Z')).toEqual([])

  const unknown = await feedbackStage()
  await unknown.enrol('zola', true)
  const webinar = { eventId: unknown.event.id, webinarId: '81234567890' }
  await unknown.db.insert(zoomWebinarMappings).values(webinar)
  await unknown.switchOn('2026-12-10T10:00:00Z')
  expect(await unknown.at('2026-12-10T19:00:00Z')).toEqual([])

  const left = await feedbackStage()
  await left.enrol('zola', true)
  await left.switchOn('2026-12-10T10:00:00Z')
  await left.at('2026-12-10T17:30:00Z')
  expect((await left.change({ isSent: false })).body).toMatchObject({ isSent: false, isOn: true })
  expect(await left.at('2026-12-10T18:30:00Z')).toEqual([])
  await left.change({ isSent: true, minutes: 120 })
  expect(await left.at('2026-12-10T18:59:00Z')).toEqual([])
  expect(await left.at('2026-12-10T19:01:30Z')).toEqual([`zola: ${question}`])
})

test('another time of the series also applies to a question that waits', async () => {
  const { enrol, switchOn, at, asAdmin } = await feedbackStage()
  await enrol('zola', true)
  await switchOn('2026-12-10T10:00:00Z')
  await at('2026-12-10T17:30:00Z')
  const body = { isOn: true, minutes: 120, ...usualFeedback }
  await (await asAdmin()).call(changeSeriesFeedback, { body })
  for (const instant of ['2026-12-10T17:31:00Z', '2026-12-10T18:59:00Z']) {
    expect(await at(instant)).toEqual([])
  }
  expect(await at('2026-12-10T19:00:00Z')).toEqual([`zola: ${question}`])
})

test('a thank-you mail due within a day contains the question, and so does not ask twice', async () => {
  const { enrol, switchOn, release, at, told, server } = await feedbackStage()
  await enrol('zola', true)
  await switchOn('2026-12-10T10:00:00Z', true)
  await at('2026-12-10T17:10:00Z')
  await release('2026-12-10T17:20:00Z')
  expect(await at('2026-12-10T17:25:00Z')).toEqual([])
  expect(await at('2026-12-10T18:00:00Z')).toEqual([])
  expect(await at('2026-12-11T08:00:00Z')).toEqual(['zola: Thank you for coming'])
  expect(server.mails.at(-1)!.raw).toContain('/answers/')
  expect(await at('2026-12-12T08:00:00Z')).toEqual([])
  expect((await told()).toSorted()).toEqual([
    'feedback_question sent',
    'recording_ready sent',
    'thank_you sent',
  ])
})

test('a stopped thank-you mail leaves the question, and a stopped question is in no other mail', async () => {
  const { enrol, switchOn, release, at, asAdmin, server } = await feedbackStage()
  await enrol('zola', true)
  await switchOn('2026-12-10T10:00:00Z', true)
  await at('2026-12-10T17:10:00Z')
  const stop = async () => {
    const admin = await asAdmin()
    const [held] = (await admin.call(listHeldMails)).body
    await admin.call(stopHeldMails, { params: { id: held!.id }, body: {} })
    return held!.kind
  }
  expect(await stop()).toBe('feedback_question')
  await release('2026-12-10T17:20:00Z')
  await at('2026-12-10T18:30:00Z')
  expect(await at('2026-12-11T08:00:00Z')).toEqual(['zola: Thank you for coming'])
  expect(server.mails.at(-1)!.raw).not.toContain('/answers/')

  const other = await feedbackStage()
  await other.enrol('zola', true)
  await other.switchOn('2026-12-10T10:00:00Z', true)
  await other.release('2026-12-10T17:20:00Z')
  await other.at('2026-12-10T17:23:00Z')
  const admin = await other.asAdmin()
  const [held] = (await admin.call(listHeldMails)).body
  expect(held).toMatchObject({ kind: 'thank_you' })
  await admin.call(stopHeldMails, { params: { id: held!.id }, body: {} })
  await other.at('2026-12-10T17:30:00Z')
  expect(await other.at('2026-12-10T18:00:00Z')).toContain(`zola: ${question}`)
})

test('a recording that is released within the hour is announced in the same mail', async () => {
  const { enrol, switchOn, release, at, told } = await feedbackStage()
  await enrol('zola', true)
  await enrol('sipho', false)
  await switchOn('2026-12-10T10:00:00Z')
  await at('2026-12-10T17:10:00Z')
  await release('2026-12-10T17:20:00Z')
  expect(await at('2026-12-10T17:25:00Z')).toEqual(['sipho: The recording is ready'])
  expect(await at('2026-12-10T18:00:00Z')).toEqual([`zola: ${question}`])
  expect((await told()).toSorted()).toEqual([
    'feedback_question sent',
    'recording_ready sent',
    'recording_ready sent',
  ])
})

/** A step of a history: a person answers, only looks, or time passes. */
const step = fc.record({
  who: fc.constantFrom('zola', 'sipho'),
  value: fc.integer({ min: 0, max: 5 }),
  text: fc.constantFrom('', 'Good', 'Bad'),
  hours: fc.constantFrom(0, 20, 90),
  looks: fc.boolean(),
})

test('over random histories, the results are those of the last accepted answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { enrol, call, clock, answers } = await feedbackStage()
      const tokens = { zola: await enrol('zola', true), sipho: await enrol('sipho', true) }
      const stored = new Map<string, { value: number; text: string; since: number }>()
      const seen = new Set<string>()
      let now = Date.parse('2026-12-10T18:00:00Z')
      for (const { who, value, text, hours, looks } of steps) {
        now += hours * 3_600_000
        clock.set(new Date(now).toISOString())
        const of = { params: { token: tokens[who as 'zola'] } }
        if (looks) {
          await call(noteOpening, of)
          seen.add(who)
          continue
        }
        const { status } = await call(giveAnswer, { ...of, body: { value, text } })
        const since = stored.get(who)?.since ?? now
        const isAccepted = value >= 1 && value <= 4 && now - since <= 7 * 24 * 3_600_000
        expect(status === 200).toBe(isAccepted)
        if (isAccepted) stored.set(who, { value, text, since })
      }
      const found = await answers()
      expect(found.opened).toBe(new Set([...seen, ...stored.keys()]).size)
      expect(found.answered).toBe(stored.size)
      const listed = found.answers.map(({ email, value, text }) => `${email} ${value} ${text}`)
      const expected = [...stored].map(
        ([who, { value, text }]) => `${who}@example.com ${value} ${text}`,
      )
      expect(listed.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 6 },
  )
})
