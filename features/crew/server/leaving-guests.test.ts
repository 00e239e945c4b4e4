import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeCrewMember } from '#features/crew/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { mergePerson } from '#features/people/contract.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'
import { people } from '#schema/people.ts'
import { approvalStage, videoUrl } from '#tests/support/approval-stage.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { sweepApprovals } from './settle-approval.ts'

const other = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

async function waitingRecording() {
  const stage = await approvalStage()
  const updatedAt = new Date('2026-06-20T08:00:00Z')
  const fields = { title: 'Salt', needsApproval: true, updatedAt }
  const { id } = await buildRecording(stage.db, fields)
  return {
    ...stage,
    id,
    isOut: () => stage.isOut(id),
    guest: (who: string) => stage.guestOf(id, who),
    use: (link: string) => stage.change(id, { videoUrl: link }),
    state: async () => (await stage.approval(id)).state,
    sweep: () => sweepApprovals(stage.db, stage.app.deps.time()),
    async keyOf(who: string) {
      const email = `${who}@example.com`
      const [person] = await stage.db.select().from(people).where(eq(people.email, email))
      return person!.key
    },
  }
}

test('a recording is published when the only guest who has not answered is removed', async () => {
  const { at, guest, isOut, recorded } = await waitingRecording()
  const [ada, ben] = [await guest('Ada'), await guest('Ben')]
  await ada.say('publish')
  expect(await isOut()).toBe(false)
  expect((await ben.remove()).status).toBe(200)
  expect(await isOut()).toBe(true)
  expect(await recorded()).toEqual(['recording.ready administrator'])
  const mails = await at('2026-07-01T08:05:00Z')
  expect(mails.filter((line) => line.includes('was published'))).toEqual([])
})

test('a recording is published when the only guest who has not answered becomes the host', async () => {
  const { asAdmin, guest, isOut } = await waitingRecording()
  const [ada, ben] = [await guest('Ada'), await guest('Ben')]
  await ada.say('publish')
  const params = { id: ben.id }
  await (await asAdmin()).call(changeCrewMember, { params, body: { role: 'host' } })
  expect(await isOut()).toBe(true)
})

test('without a guest, a recording waits until the organiser releases it', async () => {
  const { approval, guest, id, isOut, override, sweep } = await waitingRecording()
  const ada = await guest('Ada')
  await ada.remove()
  await sweep()
  expect(await isOut()).toBe(false)
  expect(await approval(id)).toMatchObject({ state: 'waiting', guests: [] })
  expect((await override(id)).body).toMatchObject({ state: 'approved' })
  expect(await isOut()).toBe(true)
})

test.each(['not_yet', 'cut'] as const)(
  'removing a guest who answered "%s" publishes nothing, nor does removing others later',
  async (answer) => {
    const { guest, id, isOut, override, sweep } = await waitingRecording()
    const [ada, ben, cleo] = [await guest('Ada'), await guest('Ben'), await guest('Cleo')]
    await ada.say('publish')
    await ben.say(answer, answer === 'cut' ? { cuts: [{ from: 1, to: 2, why: '' }] } : {})
    await ben.remove()
    await cleo.remove()
    await sweep()
    expect(await isOut()).toBe(false)
    await override(id)
    expect(await isOut()).toBe(true)
  },
)

test('an erasure and a merge of guests count like their removal, at the next sweep', async () => {
  for (const answer of [undefined, 'not_yet'] as const) {
    const { asAdmin, guest, isOut, keyOf, sweep } = await waitingRecording()
    const [ada, ben] = [await guest('Ada'), await guest('Ben')]
    await ada.say('publish')
    if (answer) await ben.say(answer)
    const params = { key: await keyOf('ben') }
    expect((await (await asAdmin()).call(erasePerson, { params })).status).toBe(200)
    await sweep()
    expect(await isOut()).toBe(answer === undefined)
  }
  for (const [first, second, isPublished] of [
    ['publish', undefined, true],
    ['not_yet', 'publish', true],
    ['publish', 'not_yet', false],
  ] as const) {
    for (const isMovedFirst of [true, false]) {
      const { asAdmin, clock, guest, isOut, keyOf, sweep } = await waitingRecording()
      const [ada, ben] = [await guest('Ada'), await guest('Ben')]
      await ada.say(first)
      clock.set('2026-07-01T08:01:00Z')
      if (second) await ben.say(second)
      const keys: [string, string] = [await keyOf('ada'), await keyOf('ben')]
      const [key, into] = isMovedFirst ? keys : [keys[1], keys[0]]
      const merged = await (
        await asAdmin()
      ).call(mergePerson, {
        params: { key },
        body: { into },
      })
      expect(merged.status).toBe(200)
      await sweep()
      expect([first, second, isMovedFirst, await isOut()]).toEqual([
        first,
        second,
        isMovedFirst,
        isPublished,
      ])
    }
  }
})

test('a guest who is merged into the host of the event counts as removed', async () => {
  const { asAdmin, guest, isOut, keyOf, name, sweep, id } = await waitingRecording()
  const [ada, ben] = [await guest('Ada'), await guest('Ben')]
  await name(id, 'Sipho', 'host')
  await ada.say('publish')
  await ben.say('not_yet')
  const params = { key: await keyOf('ben') }
  const body = { into: await keyOf('sipho') }
  expect((await (await asAdmin()).call(mergePerson, { params, body })).status).toBe(200)
  await sweep()
  expect(await isOut()).toBe(false)
})

test('a former link that the guests approved is published again when it returns', async () => {
  const { at, guest, isOut, use } = await waitingRecording()
  const ada = await guest('Ada')
  await ada.say('publish')
  await use(other)
  expect(await isOut()).toBe(false)
  await use(videoUrl)
  expect(await isOut()).toBe(true)
  const mails = await at('2026-07-01T09:00:00Z')
  expect(mails.filter((line) => line.includes('approve'))).toEqual([])
})

test('a former link that a removed guest refused waits when it returns', async () => {
  const { guest, isOut, use } = await waitingRecording()
  const [ada, ben] = [await guest('Ada'), await guest('Ben')]
  await ada.say('publish')
  await ben.say('not_yet')
  await use(other)
  await ben.remove()
  await use(videoUrl)
  expect(await isOut()).toBe(false)
})

test('when a former link returns, guests who did not approve it or answered about another are asked again', async () => {
  const { at, guest, isOut, state, use } = await waitingRecording()
  const [ada, ben, cleo] = [await guest('Ada'), await guest('Ben'), await guest('Cleo')]
  const asked = async (instant: string) =>
    (await at(instant)).filter((line) => line.includes('Please approve'))
  const all = ['ada', 'ben', 'cleo'].map((who) => `${who}: Please approve the recording`)
  expect(await asked('2026-07-01T08:05:00Z')).toEqual(all)
  await ada.say('publish')
  await ben.say('not_yet')
  await cleo.say('publish')
  await use(other)
  expect(await asked('2026-07-01T08:10:00Z')).toEqual(all)
  await cleo.say('publish', { videoUrl: other })
  await use(videoUrl)
  expect(await asked('2026-07-01T08:15:00Z')).toEqual(all.slice(1))
  expect(await asked('2026-07-01T09:15:00Z')).toEqual([])
  await ben.say('publish')
  expect(await state()).toBe('waiting')
  await cleo.say('publish')
  expect(await isOut()).toBe(true)
})

test(
  'a guest who answers "not yet" while being removed publishes nothing',
  { tags: 'postgres-only' },
  async () => {
    for (const isAnswerFirst of [true, false]) {
      const { db, guest, id, state, sweep } = await waitingRecording()
      const [ada, ben] = [await guest('Ada'), await guest('Ben')]
      await ada.say('publish')
      const going = Promise.withResolvers<void>()
      const isLocked = Promise.withResolvers<void>()
      const lock = db.transaction(async (tx) => {
        await tx.select().from(events).where(eq(events.id, id)).for('update')
        isLocked.resolve()
        await going.promise
      })
      await isLocked.promise
      const waiting = sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const steps = [() => ben.say('not_yet'), () => ben.remove()]
      const started = []
      for (const step of isAnswerFirst ? steps : steps.toReversed()) {
        started.push(step())
        await expect
          .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 20_000 })
          .toBe(started.length)
      }
      going.resolve()
      const replies = await Promise.all(started)
      await lock
      await sweep()
      expect(replies.map(({ status }) => status)).toEqual(isAnswerFirst ? [200, 200] : [200, 409])
      expect(await state()).toBe(isAnswerFirst ? 'waiting' : 'approved')
      expect(await db.$count(eventCrew)).toBe(1)
    }
  },
)

test(
  'no interleaving of answers, removals and erasures publishes what a guest refused',
  { tags: 'postgres-only', timeout: 120_000 },
  async () => {
    for (let round = 0; round < 12; round++) {
      const { asAdmin, guest, keyOf, state, sweep } = await waitingRecording()
      const [ada, ben, cleo] = [await guest('Ada'), await guest('Ben'), await guest('Cleo')]
      await ada.say('publish')
      const admin = await asAdmin()
      const params = { key: await keyOf('cleo') }
      const acts = [
        () => ben.say('not_yet'),
        () => ben.remove(),
        () => (round % 2 ? cleo.remove() : admin.call(erasePerson, { params })),
        () => sweep(),
      ]
      const order = [0, 1, 2, 3].map((at) => acts[(at + round) % 4]!)
      const replies = await Promise.all(order.map((act) => act()))
      const answer = replies[order.indexOf(acts[0]!)] as { status: number }
      await sweep()
      expect(await state()).toBe(answer.status === 200 ? 'waiting' : 'approved')
    }
  },
)
