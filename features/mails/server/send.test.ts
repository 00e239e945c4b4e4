// @module-tag postgres
import { asc } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import * as registrations from '#features/registrations/contract.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepMails } from './plan.ts'

async function appWithMail() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: 'House Lights <hello@lights.example>',
      publicUrl: 'http://lights.example',
    },
  })
  const readOutbox = () => app.db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))
  const due = () => app.database.pool.query('update jobs.job set start_after = now()')
  return { ...app, server, readOutbox, due }
}

test('a registration causes one mail with the date, a calendar entry and the personal link', async () => {
  const { db, call, runJobs, server, readOutbox } = await appWithMail()
  const event = await buildEvent(db, { title: 'The last mile' })
  const body = registrationBody({ eventIds: [event.id] })
  await call(registrations.registerForEvents, { body })
  await call(registrations.registerForEvents, { body })
  await runJobs()
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail).toMatchObject({ to: body.email, subject: 'Your seat is confirmed: The last mile' })
  const text = mail!.raw.replaceAll('=\r\n', '')
  expect(text).toContain('Hello Thandi,')
  const when = 'Thursday, 10 December 2026, 18:00-19:00 CAT (Africa/Johannesburg)'
  const { text: plain, html } = await simpleParser(mail!.raw)
  const converter = `http://lights.example/events/${event.slug}/time`
  expect(plain).toContain(`When: ${when}\n\nSee it in your time zone:\n${converter}\n`)
  expect(html).toContain(`<a class="glow" href="${converter}"`)
  expect((html as string).replaceAll(/<\/?span[^>]*>/g, '')).toContain(when)
  expect(text).toMatch(/http:\/\/lights\.example\/join\/[a-z0-9]+-[\w-]{24}/)
  expect(text).toContain('text/calendar; charset=utf-8; method=PUBLISH')
  expect(await readOutbox()).toMatchObject([
    { kind: 'registration_confirmed', state: 'sent', attempts: 1, carriedBy: null },
    { kind: 'library_access', state: 'sent', carriedBy: expect.any(Number) },
  ])
})

test('one request for two events and the library causes one mail about all of it', async () => {
  const { db, call, runJobs, server } = await appWithMail()
  const first = await buildEvent(db, { title: 'First evening' })
  const second = await buildEvent(db, { title: 'Second evening' })
  const body = registrationBody({ eventIds: [first.id, second.id] })
  await call(registrations.registerForEvents, { body })
  await runJobs()
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]!.raw).toContain('First evening')
  expect(server.mails[0]!.raw).toContain('Second evening')
})

test('every way to register sends its own kind of mail', async () => {
  const { db, call, runJobs, server } = await appWithMail()
  const undated = { eventDate: null, eventTime: null, eventEndTime: null }
  const planned = await buildEvent(db, {
    title: 'Some day',
    status: 'pre_registration',
    ...undated,
  })
  const person = { firstName: 'Thandi', lastName: 'Nkosi' }
  await call(registrations.preRegister, {
    body: { ...person, email: 'a@example.com', eventId: planned.id },
  })
  await call(registrations.requestVideoAccess, { body: { ...person, email: 'b@example.com' } })
  await call(registrations.registerForFutureEvents, { body: { ...person, email: 'c@example.com' } })
  await runJobs()
  const subjects = new Map(server.mails.map(({ to, subject }) => [to, subject]))
  expect(Object.fromEntries(subjects)).toEqual({
    'a@example.com': 'You are on the list: Some day',
    'b@example.com': 'The library of House Lights is open to you',
    'c@example.com': 'We will tell you about future events of House Lights',
  })
})

test('while the mail server is down registering succeeds, and afterwards each mail arrives exactly once', async () => {
  const { db, call, runJobs, server, readOutbox, due } = await appWithMail()
  const event = await buildEvent(db)
  await server.close()
  for (let count = 0; count < 8; count++) {
    const body = registrationBody({ eventIds: [event.id] })
    expect((await call(registrations.registerForEvents, { body })).status).toBe(200)
  }
  for (let tries = 0; tries < 3; tries++) {
    await due()
    await runJobs()
  }
  const failing = await readOutbox()
  expect(failing.every(({ state }) => state === 'waiting')).toBe(true)
  expect(failing[0]).toMatchObject({
    attempts: 3,
    lastError: expect.stringMatching(/ECONNREFUSED/),
  })
  await server.open()
  server.behave(451)
  await due()
  await runJobs()
  expect((await readOutbox())[0]!.lastError).toContain('Try later')
  server.behave('well')
  await due()
  await runJobs()
  await due()
  await runJobs()
  expect(server.mails).toHaveLength(8)
  expect(new Set(server.mails.map(({ to }) => to)).size).toBe(8)
  expect((await readOutbox()).every(({ state, lastError }) => state === 'sent' && !lastError)).toBe(
    true,
  )
})

test('an address that the mail server refuses for good is noted and not tried again', async () => {
  const { db, call, runJobs, server, readOutbox, due } = await appWithMail()
  const event = await buildEvent(db)
  server.behave(550)
  await call(registrations.registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await runJobs()
  server.behave('well')
  await due()
  await runJobs()
  expect(server.mails).toHaveLength(0)
  expect(server.offers).toBe(1)
  expect((await readOutbox())[0]).toMatchObject({
    state: 'failed',
    attempts: 1,
    lastError: expect.stringContaining('No such mailbox'),
  })
})

test('a process that ends before its note leaves a confirmation to be repeated and a reminder alone', async () => {
  const { db, call, runJobs, server, readOutbox, due, clock, database } = await appWithMail()
  const event = await buildEvent(db)
  await call(registrations.registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await runJobs()
  const forget = () =>
    database.pool.query(`update outbox_entries set state = 'sending', answer = null;
      update jobs.job set state = 'retry'`)
  await forget()
  await due()
  await runJobs()
  expect(server.mails).toHaveLength(2)
  expect(server.mails[0]!.messageId).toBe(server.mails[1]!.messageId)
  await database.pool.query(`update outbox_entries set kind = 'reminder_1h'`)
  clock.set('2026-12-10T15:30:00Z')
  await forget()
  await due()
  await runJobs()
  expect(server.mails).toHaveLength(2)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
})

test('a reminder that the mail server took is not sent again when only the note of it fails', async () => {
  const { db, call, runJobs, server, readOutbox, due, clock, database } = await appWithMail()
  const event = await buildEvent(db)
  await call(registrations.registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await database.pool.query(
    `alter table outbox_entries add constraint no_note check (state <> 'sent') not valid`,
  )
  const mend = () =>
    database.pool.query('alter table outbox_entries drop constraint if exists no_note')
  onTestFinished(async () => void (await mend()))
  await runJobs()
  expect(server.mails).toHaveLength(1)
  expect((await readOutbox())[0]).toMatchObject({
    state: 'sending',
    handedOverAt: expect.any(Date),
  })
  await mend()
  await database.pool.query(`update outbox_entries set kind = 'reminder_1h'`)
  clock.set('2026-12-10T15:30:00Z')
  await due()
  await runJobs()
  expect(server.mails).toHaveLength(1)
  expect((await readOutbox())[0]).toMatchObject({ state: 'unknown' })
})

test('a reminder that the mail server took and never answered is tried again, as before', async () => {
  const { app, db, call, runJobs, server, readOutbox, due, clock } = await appWithMail()
  const event = await buildEvent(db)
  await call(registrations.registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await runJobs()
  clock.set('2026-12-10T15:30:00Z')
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  server.behave('never answers')
  const running = runJobs()
  await expect.poll(() => server.mails.length).toBe(2)
  await server.close()
  await running
  expect((await readOutbox()).at(-1)).toMatchObject({ kind: 'reminder_1h', state: 'waiting' })
  await server.open()
  server.behave('well')
  await due()
  await runJobs()
  expect((await readOutbox()).at(-1)).toMatchObject({ state: 'sent' })
})
