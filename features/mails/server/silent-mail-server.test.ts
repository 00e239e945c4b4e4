// @module-tag postgres
import { asc } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { retryOutboxEntry } from '#features/mails/contract.ts'
import * as registrations from '#features/registrations/contract.ts'
import { jobHandlers } from '#main/jobs.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { buildPerson, buildRegistration, registrationBody } from '#tests/support/builders.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** `socketTimeout`: milliseconds that the mail server may be silent. */
async function stage({ socketTimeout = 300 } = {}) {
  const staged = await announcementStage({ socketTimeout })
  const { call, db, dueNow, event, runJobs } = staged
  return {
    ...staged,
    readOutbox: () => db.select().from(outboxEntries).orderBy(asc(outboxEntries.id)),
    async registerByForm() {
      const body = registrationBody({ eventIds: [event.id] })
      await call(registrations.registerForEvents, { body })
      return body.email
    },
    async registerAt(domain: string, count: number) {
      for (let each = 0; each < count; each++) {
        const person = await buildPerson(db, { email: `${domain}${each}@${domain}` })
        await buildRegistration(db, { userId: person.id, eventId: event.id })
      }
    },
    async passTime(times = 1) {
      for (let each = 0; each < times; each++) {
        await dueNow()
        await runJobs()
      }
    },
  }
}

for (const silence of ['never answers', 'hangs up'] as const) {
  test(`a mail server that ${silence} after the message gets a confirmation twice, and the entry says so`, async () => {
    const { registerByForm, passTime, server, readOutbox, runJobs } = await stage()
    server.behave(silence)
    await registerByForm()
    await runJobs()
    expect((await readOutbox())[0]).toMatchObject({
      state: 'waiting',
      unansweredTries: 1,
      lastError: expect.stringContaining('may have arrived'),
    })
    await runJobs()
    expect(server.mails).toHaveLength(1)
    await passTime(4)
    expect(server.mails).toHaveLength(2)
    expect(server.mails[0]!.messageId).toBe(server.mails[1]!.messageId)
    expect((await readOutbox())[0]).toMatchObject({ state: 'unknown', unansweredTries: 2 })
  })
}

test('a refusal between two silences does not count as a copy, and adds none', async () => {
  const { registerByForm, passTime, server, readOutbox } = await stage()
  await registerByForm()
  server.behave('never answers')
  await passTime()
  server.behave(451)
  await passTime(3)
  expect((await readOutbox())[0]).toMatchObject({ state: 'waiting', unansweredTries: 1 })
  server.behave('never answers')
  await passTime(3)
  expect(server.mails).toHaveLength(2)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
})

test('a mail server that refuses with a 4xx after the message gets the mail once it accepts it', async () => {
  const { registerByForm, passTime, server, readOutbox } = await stage()
  server.behave(451)
  await registerByForm()
  await passTime(3)
  expect((await readOutbox())[0]).toMatchObject({ state: 'waiting', unansweredTries: 0 })
  server.behave('well')
  await passTime(2)
  expect(server.mails).toHaveLength(1)
  expect((await readOutbox())[0]).toMatchObject({ state: 'sent', unansweredTries: 0 })
})

test('an administrator sends a mail in doubt once more, and no further copy follows', async () => {
  const { call, registerByForm, passTime, server, readOutbox } = await stage()
  server.behave('never answers')
  await registerByForm()
  await passTime(3)
  const [entry] = await readOutbox()
  await call(retryOutboxEntry, { params: { id: entry!.id } })
  await passTime(4)
  expect(server.mails).toHaveLength(3)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
})

test('a process that ends in every try sends two copies of a confirmation', async () => {
  const { registerByForm, runJobs, server, readOutbox, database } = await stage({
    socketTimeout: 60_000,
  })
  await registerByForm()
  server.behave('never answers')
  const cutOff: Promise<unknown>[] = []
  for (const copies of [1, 2]) {
    cutOff.push(runJobs())
    await waitUntil(`copy ${copies}`, 30, () => server.mails.length === copies)
    // The queue assigns the job of a dead process to another one.
    await database.pool.query(`update jobs.job set state = 'retry', start_after = now()
      where name = 'send-message'`)
  }
  await runJobs()
  expect(server.mails).toHaveLength(2)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
  await server.close()
  await Promise.all(cutOff)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
})

test('an accepted confirmation ends the pause of announcements', async () => {
  const { register, begin, registerByForm, countsOf, runJobs, passTime, server } = await stage()
  for (let each = 0; each < 3; each++) await register()
  const params = await begin()
  server.behave('never answers')
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, waiting: 2 })
  server.behave('well')
  await passTime()
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, waiting: 2 })
  await registerByForm()
  await passTime(2)
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, sent: 2, waiting: 0 })
})

test('a recipient whose server hangs delays no mail that is due later', async () => {
  const { app, call, database, event, readOutbox, server } = await stage({ socketTimeout: 60_000 })
  server.hangFor('slow.example')
  const node = createJobs(database)
  await node.start()
  await node.work(jobHandlers(app.deps))
  onTestFinished(async () => {
    // The hanging mail ends with its connection.
    await server.close()
    await node.stop()
  })
  const emails = ['thandi@slow.example', 'zola@quick.example', 'sipho@quick.example']
  for (const [index, email] of emails.entries()) {
    const body = registrationBody({ email, eventIds: [event.id] })
    await call(registrations.registerForEvents, { body })
    await waitUntil(`the mail to ${email}`, 40, () => server.mails.length === index + 1)
  }
  const statesOf = async (email: string) => {
    const rows = await readOutbox()
    return new Set(rows.filter((row) => row.email === email).map(({ state }) => state))
  }
  for (const email of emails.slice(1)) {
    await waitUntil(`the answer for ${email}`, 30, async () => (await statesOf(email)).has('sent'))
  }
  expect([...(await statesOf('thandi@slow.example'))]).toEqual(['sending'])
})

test('a domain that hangs gets its mails of an announcement last, and holds up no other', async () => {
  const { registerAt, begin, countsOf, runJobs, passTime, server, registerByForm } = await stage()
  await registerAt('slow.example', 12)
  await registerAt('quick.example', 12)
  server.hangFor('slow.example')
  const params = await begin()
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1 })
  await registerByForm()
  await passTime(2)
  expect(await countsOf(params)).toMatchObject({ sent: 12 })
  const { inDoubt, waiting } = await countsOf(params)
  expect(inDoubt).toBeLessThanOrEqual(3)
  expect(inDoubt + waiting).toBe(12)
})
