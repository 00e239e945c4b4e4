import { expect, test } from 'vitest'
import { listPlannedMails } from '#features/event-mails/contract.ts'
import { addCrewMember } from '#features/crew/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

test('reminders are listed with their times and recipients until the event is cancelled', async () => {
  const { build, register, at, clock, asAdmin } = await mailStage()
  const { id } = await build()
  clock.set('2026-12-08T10:00:00Z')
  await register('zola', id)
  await register('ada', id)
  const admin = await asAdmin()
  const params = { id }
  await admin.call(addCrewMember, {
    params,
    body: { name: 'Host', email: 'host@example.com', role: 'host' },
  })
  await at('2026-12-08T10:01:00Z')
  const planned = async () => (await (await asAdmin()).call(listPlannedMails, { params })).body
  const dayBefore = '2026-12-09T16:00:00.000Z'
  const hourBefore = '2026-12-10T15:00:00.000Z'
  expect(await planned()).toEqual([
    { kind: 'reminder_24h', at: dayBefore, count: 2 },
    { kind: 'crew_reminder_24h', at: dayBefore, count: 1 },
    { kind: 'reminder_1h', at: hourBefore, count: 2 },
    { kind: 'crew_reminder_1h', at: hourBefore, count: 1 },
  ])
  clock.set('2026-12-09T17:00:00Z')
  expect((await planned()).map((mail) => mail.at)).toEqual([hourBefore, hourBefore])
  const later = await asAdmin()
  await later.call(changeEvent, { params, body: { cancelled: true } })
  expect(await planned()).toEqual([])
  expect((await later.call(listPlannedMails, { params: { id: 999 } })).status).toBe(404)
})
