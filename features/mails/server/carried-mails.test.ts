import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type listOutboxEntries, retryOutboxEntry } from '#features/mails/contract.ts'
import { openVerifiedSession } from '#features/sign-in/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

/**
 * Creates a mail about two events and the library, which the mail server rejected; its first event is
 * deleted.
 */
async function orphaned(behave: (stage: Awaited<ReturnType<typeof mailStage>>) => unknown) {
  const stage = await mailStage()
  const gone = await stage.build({ title: 'Gone' })
  const kept = await stage.build({ title: 'Kept' })
  await behave(stage)
  await stage.register('zola', gone.id, kept.id)
  await stage.at('2026-12-01T08:10:00Z')
  await stage.db.delete(events).where(eq(events.id, gone.id))
  const rows = () => stage.db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))
  return { ...stage, rows }
}

test('a waiting mail is sent without its deleted event, and its library link works', async () => {
  const { at, server, told, newCaller } = await orphaned(({ server: mails }) => mails.close())
  await server.open()
  expect(await at('2026-12-01T09:00:00Z')).toEqual(['zola: Your seat is confirmed: Kept'])
  expect(await told()).toEqual(['registration_confirmed sent', 'library_access sent'])
  expect(await at('2026-12-01T09:01:00Z')).toEqual([])
  const raw = server.mails.at(-1)!.raw.replaceAll('=\r\n', '')
  const token = /\/enter\/([\w-]+)/.exec(raw)![1]!
  const { status } = await newCaller().call(openVerifiedSession, { body: { token } })
  expect(status).toBe(200)
})

test(
  'carried outbox entries that lost their carrier and its job get another job',
  { tags: 'postgres' },
  async () => {
    const { at, server, told, database } = await orphaned(({ server: mails }) => mails.close())
    await database.pool.query('delete from jobs.job')
    await server.open()
    expect(await at('2026-12-01T09:00:00Z')).toEqual(['zola: Your seat is confirmed: Kept'])
    expect(await told()).toEqual(['registration_confirmed sent', 'library_access sent'])
  },
)

test('entries carried by a deleted outbox entry can be retried', async () => {
  const { at, server, rows, asAdmin, told } = await orphaned(({ server: mails }) =>
    mails.behave(550),
  )
  expect(await told()).toEqual(['registration_confirmed failed', 'library_access failed'])
  server.behave('well')
  const [first] = await rows()
  const admin = await asAdmin()
  const answer = await admin.call(retryOutboxEntry, { params: { id: first!.id } })
  expect([answer.status, answer.body.state]).toEqual([200, 'waiting'])
  expect(await at('2026-12-01T09:00:00Z')).toEqual(['zola: Your seat is confirmed: Kept'])
})

test('a mail that carries several matters is one row, found by each of them', async () => {
  const stage = await mailStage()
  const first = await stage.build({ title: 'First' })
  const second = await stage.build({ title: 'Second' })
  await stage.register('zola', first.id, second.id)
  await stage.runJobs()
  const admin = await stage.asAdmin()
  const list = async (query: string): Promise<ReplyOf<typeof listOutboxEntries>> =>
    (await admin.send({ url: `/api/admin/messages?${query}` })).json()
  const { deliveries, counts } = await list('by=mail')
  expect(deliveries.map(({ eventTitle, also }) => [eventTitle, also])).toMatchObject([
    ['First', [{ eventTitle: 'Second' }, { kind: 'library_access' }]],
  ])
  expect(counts.sent).toBe(1)
  expect((await list('')).counts.sent).toBe(3)
  for (const query of ['kind=library_access', `eventId=${second.id}`, 'state=sent']) {
    expect((await list(`by=mail&${query}`)).deliveries).toHaveLength(1)
  }
  // Entries with another state than the mail are not part of it.
  await stage.db
    .update(outboxEntries)
    .set({ state: 'skipped' })
    .where(eq(outboxEntries.kind, 'library_access'))
  expect((await list('by=mail')).deliveries).toHaveLength(2)
  expect((await list('by=mail&state=skipped')).deliveries).toHaveLength(1)
})
