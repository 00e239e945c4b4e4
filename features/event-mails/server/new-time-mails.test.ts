import { expect, test } from 'vitest'
import { confirmRegistration } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const inTwoWeeks = {
  eventDate: '2026-12-20',
  eventTime: '2026-12-20T16:00:00.000Z',
  eventEndTime: null,
}
const tomorrow = { eventDate: '2026-12-02', eventTime: '2026-12-02T06:00:00.000Z' }

test('an event moved to the next day sends a new time, no reminder', async () => {
  const { build, register, edit, at } = await mailStage()
  const { id } = await build(inTwoWeeks)
  await register('zola', id)
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['zola: Your seat is confirmed'])
  await edit(id, { ...tomorrow, updatedAt: new Date('2026-12-01T09:00:00Z') })
  expect(await at('2026-12-01T09:01:00Z')).toEqual([])
  expect(await at('2026-12-01T09:03:00Z')).toEqual(['zola: New time'])
  expect(await at('2026-12-02T05:01:00Z')).toEqual(['zola: Starting soon'])
})

test('a date corrected within two minutes sends no emails', async () => {
  const { build, register, enrol, edit, at } = await mailStage()
  const { id } = await build(inTwoWeeks)
  await register('zola', id)
  await enrol('lerato', id)
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['zola: Your seat is confirmed'])
  await edit(id, { ...tomorrow, updatedAt: new Date('2026-12-01T09:00:00Z') })
  expect(await at('2026-12-01T09:01:00Z')).toEqual([])
  await edit(id, { ...inTwoWeeks, updatedAt: new Date('2026-12-01T09:01:30Z') })
  expect(await at('2026-12-01T09:30:00Z')).toEqual([])
})

test('people who did not get the new time are still reminded', async () => {
  const { build, register, edit, at, db, server, told } = await mailStage()
  const { id } = await build(inTwoWeeks)
  await register('zola', id)
  await at('2026-12-01T08:00:00Z')
  await edit(id, tomorrow)
  server.behave(554)
  await at('2026-12-01T09:00:00Z')
  server.behave('well')
  expect(await told()).toContain('moved failed')
  expect(await at('2026-12-02T05:01:00Z')).toEqual(['zola: Starting soon'])
  expect(await db.$count(outboxEntries)).toBe(4)
})

test('pre-registered people get an email for each new date', async () => {
  const { build, enrol, edit, at, server, call } = await mailStage()
  const { id } = await build()
  await enrol('zola', id, { registrationType: 'pre_registration' })
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['zola: The date is confirmed'])
  const changing = {
    eventDate: '2026-12-17',
    eventTime: '2026-12-17T16:00:00.000Z',
    eventEndTime: null,
  }
  await edit(id, { ...changing, updatedAt: new Date('2026-12-01T09:00:00Z') })
  expect(await at('2026-12-01T09:01:00Z')).toEqual([])
  expect(await at('2026-12-01T09:03:00Z')).toEqual(['zola: New time'])
  const text = server.mails.at(-1)!.raw.replaceAll('=\r\n', '')
  expect(text).toContain('Thursday, 17 December 2026')
  expect(text).toContain('You can still take your seat.')
  expect(text).not.toMatch(/text\/calendar|\/join\//)
  expect(await at('2026-12-01T10:00:00Z')).toEqual([])

  await edit(id, { status: 'pre_registration', dateConfirmed: false, eventTime: null })
  expect(await at('2026-12-01T11:00:00Z')).toEqual([])
  await edit(id, {
    status: 'upcoming',
    dateConfirmed: true,
    eventDate: '2026-12-24',
    eventTime: '2026-12-24T16:00:00.000Z',
  })
  expect(await at('2026-12-01T12:00:00Z')).toEqual(['zola: New time'])
  const again = server.mails.at(-1)!.raw.replaceAll('=\r\n', '')
  const token = /\/confirm-seat\/([\w-]+)/.exec(again)![1]!
  expect((await call(confirmRegistration, { body: { token } })).status).toBe(200)
  expect(await at('2026-12-01T13:00:00Z')).toEqual(['zola: Your seat is confirmed'])
})
