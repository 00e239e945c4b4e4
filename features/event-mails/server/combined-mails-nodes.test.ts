// @module-tag postgres-only
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { listHeldMails } from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { changeSeriesFeedback } from '#features/feedback/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { events } from '#schema/events.ts'
import { heldMails } from '#schema/mails.ts'
import { joins } from '#schema/webinars.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

/** A released recording of an event whose attendee gets a thank-you mail a day later, at 08:00 UTC. */
async function combinedStage({ sendsThankYou = true } = {}) {
  const other = await testApp()
  const stage = await mailStage()
  const { db, clock, asAdmin, app } = stage
  const event = await stage.build()
  const { id } = await stage.enrol('zola', event.id, { receiveUpdates: true })
  await db
    .insert(joins)
    .values({ registrationId: id, joinCount: 1, firstJoinedAt: event.startsAt! })
  clock.set('2026-12-10T10:00:00Z')
  const defaults = { title: '', description: '', sendsThankYou }
  await (await asAdmin()).call(saveEventDefaults, { body: defaults })
  async function remote() {
    other.clock.set(clock.now().toISOString())
    return other.asAdmin()
  }
  /** On the other node, changes how many minutes after events their question is sent. */
  async function askAfter(minutes: number) {
    const question = { question: 'Was it good?', options: ['Yes', 'No'] }
    const body = { isOn: true, minutes, ...question }
    expect((await (await remote()).call(changeSeriesFeedback, { body })).status).toBe(200)
  }
  if (!sendsThankYou) await askAfter(2 * 24 * 60)
  clock.set('2026-12-12T12:00:00Z')
  const videoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
  const recording = { params: { id: event.id }, body: { videoUrl, recordingReady: true } }
  await (await asAdmin()).call(changeEvent, recording)
  return {
    ...stage,
    event,
    held: async () =>
      (await (await asAdmin()).call(listHeldMails)).body.map(
        ({ kind, goesAt }) => `${kind} ${goesAt}`,
      ),
    /** On the other node, changes the time of day of thank-you mails. */
    async writeAt(followUpTime: string) {
      const body = { ...defaults, followUpTime }
      const saved = await (await remote()).call(saveEventDefaults, { body })
      expect(saved.status).toBe(200)
    },
    askAfter,
    /** Sweeps at an instant; once the sweep has read the event and its holds, does something else first. */
    async sweepDuring(instant: string, meanwhile: () => Promise<void>) {
      clock.set(instant)
      const going = Promise.withResolvers<void>()
      const isLocked = Promise.withResolvers<void>()
      const lock = db.transaction(async (tx) => {
        await tx.select().from(events).where(eq(events.id, event.id)).for('update')
        isLocked.resolve()
        await going.promise
      })
      await isLocked.promise
      const sweep = sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
      const waiting = sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect
        .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 20_000 })
        .toBe(1)
      await meanwhile()
      going.resolve()
      await Promise.all([lock, sweep])
    },
  }
}

test('a mail about the recording stays part of the thank-you mail whose time another node changes', async () => {
  const { at, held, sweepDuring, writeAt } = await combinedStage()
  expect(await held()).toEqual(['thank_you 2026-12-13T08:00:00.000Z'])
  await sweepDuring('2026-12-12T12:03:00Z', () => writeAt('16:00'))
  expect(await at('2026-12-12T12:04:00Z')).toEqual([])
  expect(await held()).toEqual(['thank_you 2026-12-12T14:00:00.000Z'])
  expect(await at('2026-12-12T14:00:00Z')).toEqual(['zola: Thank you for coming'])
})

test('a sweep that computed the former time of a mail does not hold the mail until then', async () => {
  const { at, db, held, sweepDuring, writeAt } = await combinedStage()
  await db.delete(heldMails)
  await sweepDuring('2026-12-12T12:03:00Z', () => writeAt('16:00'))
  expect(await at('2026-12-12T12:04:00Z')).toEqual([])
  expect(await held()).toEqual(['thank_you 2026-12-12T14:00:00.000Z'])
})

test('a mail about the recording stays part of the question whose time another node changes', async () => {
  const { askAfter, at, held, sweepDuring } = await combinedStage({ sendsThankYou: false })
  expect(await held()).toContain('feedback_question 2026-12-12T17:00:00.000Z')
  await sweepDuring('2026-12-12T12:03:00Z', () => askAfter(2 * 24 * 60 + 60))
  expect(await at('2026-12-12T12:04:00Z')).toEqual([])
  expect(await at('2026-12-12T18:00:00Z')).toEqual(['zola: Was it good? Salt'])
})
