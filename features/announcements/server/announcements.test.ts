// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

async function stage() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: 'House Lights <hello@lights.example>',
      publicUrl: 'http://lights.example',
      mailPerSecond: 1000,
    },
  })
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db)
  return { ...app, ...admin, server, event }
}

test('an announcement is written, tried, approved and sent to each person once', async () => {
  const { db, call, event, server, runJobs } = await stage()
  for (let n = 0; n < 3; n++) {
    const person = await buildPerson(db)
    await buildRegistration(db, { userId: person.id, eventId: event.id })
  }
  const audience = { any: [{ kind: 'registered', eventId: event.id }] }
  const counted = await call(contract.countAudience, { body: { audience } })
  expect(counted.body).toEqual({ count: 3 })
  const written = await call(contract.createAnnouncement, {
    body: { topic: 'event', eventId: event.id, audience, subject: 'A word on {event}', body: 'Hello {firstName}, [join]({joinLink}) or {libraryLink}' },
  })
  expect(written.status).toBe(200)
  const params = { id: written.body.id }
  const preview = await call(contract.previewAnnouncement, { params, body: {} })
  console.log(preview.body)
  expect((await call(contract.approveAnnouncement, { params, body: { count: 3 } })).status).toBe(409)
  await call(contract.testAnnouncement, { params, body: { to: 'me@lights.example' } })
  await runJobs()
  expect(server.mails).toHaveLength(1)
  const approved = await call(contract.approveAnnouncement, { params, body: { count: 3 } })
  console.log(JSON.stringify(approved.body))
  expect(approved.status).toBe(200)
  await runJobs()
  console.log(JSON.stringify((await call(contract.listRecipients, { params })).body))
  expect(server.mails).toHaveLength(4)
  void sql
})
