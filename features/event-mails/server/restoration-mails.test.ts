// @module-tag postgres
import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import {
  listHeldMails,
  previewStatusChanges,
  stopHeldMails,
} from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { readCalendar } from '#tests/support/read-calendar.ts'

/**
 * Creates an event with two registrants, an imported one who does not know of it, and a pre-registered one.
 */
async function stage() {
  const staged = await mailStage()
  const { build, register, enrol, at, asAdmin } = staged
  const event = await build()
  await register('ada', event.id)
  await register('ben', event.id)
  await enrol('imported', event.id, { registrationSource: 'import' })
  await enrol('pia', event.id, { registrationType: 'pre_registration' })
  await at('2026-12-01T08:00:00Z')
  const admin = await asAdmin()
  const params = { id: event.id }
  return {
    ...staged,
    event,
    save: (body: Record<string, unknown>) => admin.call(changeEvent, { params, body }),
    held: async () => (await admin.call(listHeldMails)).body,
    stop: (id: number, restore = false) =>
      admin.call(stopHeldMails, { params: { id }, body: { restore } }),
    async preview(move: string) {
      const { body } = await admin.call(previewStatusChanges, { params, body: {} })
      return body.moves.find((possible) => possible.move === move)
    },
  }
}

const cancelled = ['ada: Cancelled', 'ben: Cancelled', 'pia: Cancelled']
const restored = [
  'ada: Takes place after all',
  'ben: Takes place after all',
  'pia: Takes place after all',
]

test('a restored event is announced after two minutes to everyone who received the cancellation', async () => {
  const { save, at, held, preview, server, event } = await stage()
  await save({ cancelled: true })
  expect(await at('2026-12-01T08:01:00Z')).toEqual([])
  expect(await at('2026-12-01T08:02:01Z')).toEqual(cancelled)
  const withdrawn = readCalendar(server.mails.at(-1)!).entries.get(event.title)!
  const move = (await preview('restore'))!
  expect(move.mails).toEqual([{ kind: 'restored', count: 3 }])
  expect(move.consequences.join(' ')).toContain(
    '3 registered people who got the cancellation get an email that the event takes place, with a calendar entry. You have two minutes to stop the emails.',
  )
  await save({ cancelled: false })
  expect(await held()).toMatchObject([{ kind: 'restored', count: 3 }])
  expect(await at('2026-12-01T08:04:00Z')).toEqual([])
  expect(await at('2026-12-01T08:04:02Z')).toEqual(restored)
  const mail = server.mails.findLast(({ to }) => to.startsWith('ada'))!
  const calendar = readCalendar(mail)
  expect(calendar.method).toBe('PUBLISH')
  expect(calendar.entries.get(event.title)).toMatchObject({
    uid: withdrawn.uid,
    status: 'CONFIRMED',
    sequence: withdrawn.sequence + 1,
  })
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
})

test('the crew who received the cancellation get a mail with their own link and a calendar entry', async () => {
  const { build, asAdmin, at, server } = await mailStage()
  const event = await build()
  const admin = await asAdmin()
  const params = { id: event.id }
  const guest = { name: 'Zola', email: 'zola@example.com', role: 'guest' as const }
  await admin.call(addCrewMember, { params, body: guest })
  await at('2026-12-01T08:00:00Z')
  const save = (isCancelled: boolean) =>
    admin.call(changeEvent, { params, body: { cancelled: isCancelled } as Record<string, unknown> })
  await save(true)
  expect(await at('2026-12-01T08:02:01Z')).toEqual(['zola: Cancelled'])
  // A crew member added in between only gets the mail about being added.
  const late = { name: 'Ben', email: 'ben@example.com', role: 'host' as const }
  await admin.call(addCrewMember, { params, body: late })
  await save(false)
  await at('2026-12-01T08:03:00Z')
  expect(await at('2026-12-01T08:05:00Z')).toEqual(['zola: Takes place after all'])
  const mail = server.mails.at(-1)!
  const text = mail.raw.replaceAll(/=\r\n/g, '')
  expect(text).toContain('Everyone who received the cancellation gets this email, too.')
  expect(text).toMatch(/lights\.example\/crew\/[\w-]+/)
  expect(readCalendar(mail).method).toBe('PUBLISH')
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
})

test('an event restored at another time sends one email with that time', async () => {
  const { save, at, server } = await stage()
  await save({ cancelled: true })
  await at('2026-12-01T08:02:01Z')
  await save({
    cancelled: false,
    eventTime: '2026-12-10T18:00:00.000Z',
    eventEndTime: '2026-12-10T19:00:00.000Z',
  })
  expect(await at('2026-12-01T08:10:00Z')).toEqual([...restored].toSorted())
  expect(server.mails.at(-1)!.raw).toContain('20:00-21:00')
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
})

test('a cancellation undone before it is sent sends neither a cancellation nor a restoration', async () => {
  const { save, at, held } = await stage()
  await save({ cancelled: true })
  await save({ cancelled: false })
  expect(await held()).toEqual([])
  expect(await at('2026-12-01T08:10:00Z')).toEqual([])
})

test('a stopped restoration counts as sent, and an undone one sends no second cancellation', async () => {
  const { save, at, held, stop } = await stage()
  await save({ cancelled: true })
  await at('2026-12-01T08:02:01Z')
  await save({ cancelled: false })
  const [waiting] = await held()
  expect((await stop(waiting!.id, true)).status).toBe(200)
  expect(await held()).toEqual([])
  expect(await at('2026-12-01T08:10:00Z')).toEqual([])
  await save({ cancelled: false })
  const [again] = await held()
  await stop(again!.id)
  await save({ description: 'Other words' })
  expect(await at('2026-12-01T08:20:00Z')).toEqual([])
})

test('a second cancellation and its restoration send emails again', async () => {
  const { save, at } = await stage()
  for (const [hour, told] of [
    ['09', cancelled],
    ['10', restored],
    ['11', cancelled],
    ['12', restored],
  ] as const) {
    await at(`2026-12-01T${hour}:00:00Z`)
    await save({ cancelled: told === cancelled })
    expect(await at(`2026-12-01T${hour}:03:00Z`)).toEqual(told)
  }
})

test('a new time names the last time that each recipient received', async () => {
  const { save, at, server, register, event } = await stage()
  const move = (hour: number) =>
    save({
      eventTime: `2026-12-10T${hour}:00:00.000Z`,
      eventEndTime: `2026-12-10T${hour + 1}:00:00.000Z`,
    })
  const formerly = (name: string) => {
    const mail = server.mails.findLast(({ to }) => to.startsWith(name))!
    return /Formerly: (.*)/.exec(mail.raw.replaceAll('=\r\n', ''))?.[1]?.trim()
  }
  await move(10)
  await at('2026-12-01T08:03:00Z')
  expect(formerly('ada')).toBe('Thursday, 10 December 2026, 18:00 CAT')
  await move(12)
  await at('2026-12-01T08:06:00Z')
  expect(formerly('ada')).toBe('Thursday, 10 December 2026, 12:00 CAT')
  await register('cleo', event.id)
  await at('2026-12-01T08:07:00Z')
  await move(14)
  await at('2026-12-01T08:10:00Z')
  expect(formerly('cleo')).toBe('Thursday, 10 December 2026, 14:00 CAT')
})

test('a reminder within 15 minutes of a confirmation is skipped, and the outbox says why', async () => {
  const { register, at, event, db } = await stage()
  await at('2026-12-09T15:40:00Z')
  await register('early', event.id)
  await at('2026-12-09T15:44:00Z')
  await register('late', event.id)
  await at('2026-12-09T15:50:00Z')
  const reminded = await at('2026-12-09T16:00:10Z')
  expect(reminded).toContain('ada: Coming up')
  expect(reminded).toContain('early: Coming up')
  expect(reminded).not.toContain('late: Coming up')
  await at('2026-12-09T16:01:00Z')
  const skipped = (await db.select().from(outboxEntries)).filter(({ state }) => state === 'skipped')
  expect(skipped).toMatchObject([
    {
      kind: 'reminder_24h',
      email: 'late@example.com',
      lastError: 'A similar email was sent less than 15 minutes before',
    },
  ])
  await register('later', event.id)
  await at('2026-12-10T14:50:00Z')
  const atLast = await at('2026-12-10T15:00:10Z')
  expect(atLast).toContain('late: Starting soon')
  expect(await at('2026-12-10T15:20:00Z')).toEqual([])
})
