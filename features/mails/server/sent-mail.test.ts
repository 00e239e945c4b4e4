import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOutboxEntries, readOutboxEntry } from '#features/mails/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { requestCode } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, buildViewer, editEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

async function sentStage() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: 'House Lights <hello@lights.example>',
      mailReplyTo: 'host@lights.example',
      publicUrl: 'http://lights.example',
    },
  })
  const admin = await app.asAdmin()
  const readLatest = async (caller = admin) => {
    const { deliveries } = (await caller.call(listOutboxEntries)).body
    return (await caller.call(readOutboxEntry, { params: { id: deliveries[0]!.id } })).body
  }
  return { ...app, server, readLatest }
}

test('a sent mail opens with its headers and its text, without the recipient’s links', async () => {
  const { db, call, runJobs, server, readLatest } = await sentStage()
  const event = await buildEvent(db, { title: 'The last mile' })
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  await runJobs()
  const { headers, kept } = await readLatest()
  const [mail] = server.mails
  const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  expect(sent).toMatchObject({
    From: 'House Lights <hello@lights.example>',
    To: body.email,
    'Reply-To': 'host@lights.example',
    Subject: 'Your seat is confirmed: The last mile',
  })
  const raw = mail!.raw.replaceAll('\r\n ', ' ')
  for (const name of ['Date', 'Message-ID']) expect(raw).toContain(`${name}: ${sent[name]}`)
  expect(kept?.subject).toBe('Your seat is confirmed: The last mile')
  expect(kept?.text).toContain('Hello Thandi,')
  expect(kept?.text).toContain('http://lights.example/join/…')
  expect(JSON.stringify(kept)).not.toMatch(/\/[a-z0-9]{1,6}-[\w-]{24}/)

  await editEvent(db, event.id, { title: 'The first mile' })
  const later = await readLatest()
  expect(later).toMatchObject({ headers, kept: null })
  await editEvent(db, event.id, { title: 'The last mile' })
  expect((await readLatest()).kept?.text).toBe(kept!.text)

  // A mail of an earlier release.
  await db.update(outboxEntries).set({ kept: null }).where(eq(outboxEntries.email, body.email))
  expect(await readLatest()).toMatchObject({ headers: [], kept: null })
})

test('a sent sign-in code is never shown', async () => {
  const { db, call, runJobs, readLatest } = await sentStage()
  await buildViewer(db, { email: 'viewer@example.com' })
  await call(requestCode, { body: { email: 'viewer@example.com' } })
  await runJobs()
  const entry = await readLatest()
  expect(entry).toMatchObject({ kind: 'sign_in_code', state: 'sent', kept: null })
  expect(entry.headers).not.toEqual([])
  expect(JSON.stringify(entry)).not.toMatch(/\d{6} is your code/)
  const [stored] = await db.select({ kept: outboxEntries.kept }).from(outboxEntries)
  expect(stored?.kept).toMatchObject({ subject: '' })
  expect(stored?.kept).not.toHaveProperty('digest')
})

test('no mail gives a viewer a link, a code or a Message-ID with which they could act for its recipient', async () => {
  const { asAdmin, call, db, runJobs } = await testApp()
  const [admin, viewer] = [await asAdmin(), await asAdmin({ username: 'lerato', role: 'viewer' })]
  const { id } = await buildEvent(db)
  await call(registerForEvents, { body: registrationBody({ eventIds: [id] }) })
  await runJobs()
  await buildViewer(db, { email: 'viewer@example.com' })
  await call(requestCode, { body: { email: 'viewer@example.com' } })
  await runJobs()
  const { deliveries } = (await admin.call(listOutboxEntries)).body
  const read = async (caller: typeof admin, kind: string) => {
    const entry = deliveries.find((one) => one.kind === kind)!
    return (await caller.call(readOutboxEntry, { params: { id: entry.id } })).body
  }
  const link = /\/join\/[a-z0-9]{1,6}-[\w-]{24}/
  expect((await read(admin, 'registration_confirmed')).kept?.text).toMatch(link)
  const shown = await read(viewer, 'registration_confirmed')
  expect(shown.kept?.text).toContain('/join/…')
  expect(JSON.stringify(shown)).not.toMatch(/[a-z0-9]{1,6}-[\w-]{24}/)
  expect(shown.headers.map(({ name }) => name)).not.toContain('Message-ID')
  expect((await read(admin, 'sign_in_code')).kept?.subject).toMatch(/^\d{6} is your code/)
  expect(await read(viewer, 'sign_in_code')).toMatchObject({ headers: [], kept: null })
})

test('the unsubscribe link in the headers of a sent mail is shown without its token', async () => {
  const { asAdmin, build, register, at } = await mailStage()
  const { id } = await build()
  await register('zola', id)
  await at('2026-12-01T08:00:00Z')
  await at('2026-12-09T16:30:00Z')
  const admin = await asAdmin()
  const { deliveries } = (await admin.call(listOutboxEntries)).body
  const reminder = deliveries.find(({ kind }) => kind === 'reminder_24h')!
  const { body } = await admin.call(readOutboxEntry, { params: { id: reminder.id } })
  const header = body.headers.find(({ name }) => name === 'List-Unsubscribe')
  expect(header?.value).toContain('/unsubscribe/…')
})
