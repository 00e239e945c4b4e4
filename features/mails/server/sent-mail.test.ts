import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listOutboxEntries, readOutboxEntry } from '#features/mails/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { requestCode } from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, buildViewer, editEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
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
  const readLatest = async () => {
    const { deliveries } = (await admin.call(listOutboxEntries)).body
    return (await admin.call(readOutboxEntry, { params: { id: deliveries[0]!.id } })).body
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
})
