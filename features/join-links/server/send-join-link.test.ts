import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { sendJoinLink } from '#features/join-links/contract.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

async function stageOfOne(fields = {}) {
  const stage = await mailStage()
  const event = await stage.build(fields)
  await stage.register('zola', event.id)
  await stage.runJobs()
  stage.server.mails.length = 0
  stage.clock.set('2026-12-10T15:00:00Z')
  const admin = await stage.asAdmin()
  const [registration] = await stage.db.select().from(eventRegistrations)
  const params = { id: registration!.id }
  const send = () => admin.call(sendJoinLink, { params })
  return { ...stage, admin, event, params, send }
}

test('an organiser sends a join link immediately, without a limit', async () => {
  const { send, runJobs, server, clock, call, params, admin } = await stageOfOne()
  for (let press = 0; press < 6; press++) {
    clock.set(`2026-12-10T15:0${press}:00Z`)
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ email: 'zola@example.com' })
    // A second press before the mail was sent is refused.
    expect(await send()).toMatchObject({
      status: 409,
      body: { message: 'Their link is on its way already.' },
    })
    await runJobs()
  }
  expect(server.mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual(
    Array.from({ length: 6 }, () => 'zola@example.com: Your join link: Salt'),
  )
  expect(server.mails[0]!.raw).toContain('/join/')
  const { entries } = (await admin.send({ url: '/api/admin/audit-log' })).json()
  expect(entries[0]).toMatchObject({ action: 'mail_sent_again', details: { mail: 'join_link' } })
  expect((await call(sendJoinLink, { params })).status).toBe(401)
  expect((await admin.call(sendJoinLink, { params: { id: 999 } })).status).toBe(404)
})

test('no join link is sent that would not work or would bounce', async () => {
  const { send, admin, event, server, register, runJobs, db } = await stageOfOne()
  server.refuse('gone@example.com', '550 5.1.1 Unknown user')
  await register('gone', event.id)
  await runJobs()
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  const gone = await admin.call(sendJoinLink, { params: { id: rows[1]!.id } })
  expect(gone.status).toBe(409)
  expect(gone.body.message).toContain('Emails to this address bounce: ')
  const body = { cancelled: true }
  expect((await admin.call(changeEvent, { params: { id: event.id }, body })).status).toBe(200)
  expect(await send()).toMatchObject({
    status: 409,
    body: { message: 'The event was cancelled, so there is no join link to send.' },
  })
})
