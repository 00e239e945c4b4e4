import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendAgain } from '#features/mails/contract.ts'
import { requestCode } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

test('a mail that was sent is sent again as one of its own, which the log notes without the address', async () => {
  const { asAdmin, build, db, register, runJobs, server } = await mailStage()
  const admin = await asAdmin()
  const event = await build()
  await register('zola', event.id)
  await runJobs()
  const [first] = await db
    .select()
    .from(outboxEntries)
    .where(eq(outboxEntries.kind, 'registration_confirmed'))
  const again = await admin.call(sendAgain, { params: { id: first!.id } })
  expect([again.status, again.body]).toEqual([
    200,
    expect.objectContaining({ kind: first!.kind, state: 'waiting', email: 'zola@example.com' }),
  ])
  const twice = await admin.call(sendAgain, { params: { id: first!.id } })
  expect([twice.status, twice.body.message]).toEqual([409, 'This email is already being sent'])
  await runJobs()
  const [one, other] = server.mails.map(({ to, subject }) => [to, subject])
  expect(server.mails).toHaveLength(2)
  expect(other).toEqual(one)
  const sent = await db.select().from(outboxEntries).where(eq(outboxEntries.state, 'sent'))
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  const [act] = await db.select().from(auditLog).orderBy(desc(auditLog.id))
  const [person] = await db.select().from(people)
  expect(act).toMatchObject({
    action: 'mail_sent_again',
    username: 'organiser',
    subject: person!.key,
    details: { mail: 'registration_confirmed' },
  })
})

test('a reminder is resent only while it is true, and not to people who unsubscribed', async () => {
  const { asAdmin, at, build, clock, db, enrol, runJobs, server } = await mailStage()
  const event = await build({
    eventDate: '2026-12-03',
    eventTime: '2026-12-03T16:00:00Z',
    eventEndTime: '2026-12-03T17:00:00Z',
    dateConfirmed: true,
  })
  await enrol('ayo', event.id)
  expect(await at('2026-12-02T16:30:00Z')).toHaveLength(1)
  const admin = await asAdmin()
  const [reminder] = await db.select().from(outboxEntries)
  expect(reminder!.kind).toBe('reminder_24h')
  async function resend() {
    const before = server.mails.length
    const { body } = await admin.call(sendAgain, { params: { id: reminder!.id } })
    await runJobs()
    const [row] = await db.select().from(outboxEntries).where(eq(outboxEntries.id, body.id))
    return [server.mails.length - before, row!.state, row!.lastError]
  }
  expect(await resend()).toEqual([1, 'sent', null])
  clock.set('2026-12-02T16:35:00Z')
  await db.insert(unsubscriptions).values({ email: 'ayo@example.com', topic: 'reminders' })
  expect(await resend()).toEqual([0, 'skipped', 'Unsubscribed from reminders'])
})

test('unsent mails, codes and unknown mails are not sent again', async () => {
  const { asAdmin, build, call, db, register, runJobs } = await mailStage()
  const admin = await asAdmin()
  const event = await build()
  await register('zola', event.id)
  const [waiting] = await db.select().from(outboxEntries)
  const send = async (id: number) => {
    const { status, body } = await admin.call(sendAgain, { params: { id } })
    return [status, body.message]
  }
  expect(await send(waiting!.id)).toEqual([409, 'This email was not sent: it is waiting'])
  await runJobs()
  await call(requestCode, { body: { email: 'zola@example.com' } })
  await runJobs()
  await runJobs()
  const [code] = await db.select().from(outboxEntries).where(eq(outboxEntries.kind, 'sign_in_code'))
  expect(code!.state).toBe('sent')
  expect((await send(code!.id))[0]).toBe(409)
  expect((await send(999_999))[0]).toBe(404)
})
