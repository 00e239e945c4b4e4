import { mailKinds } from '#main/mail-kinds.ts'
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import type { events } from '#schema/events.ts'
import { buildEvent, registrationBody, editEvent } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { readCalendar } from '#tests/support/read-calendar.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepMails } from './plan.ts'

async function registeredForTwo() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: '"House Lights" <hello@lights.example>',
      publicUrl: 'http://lights.example',
    },
  })
  const { db, call, clock, runJobs } = app
  const updatedAt = new Date('2026-11-01T08:00:00Z')
  const first = await buildEvent(db, { title: 'Salt; roads, and 塩の道', updatedAt })
  const second = await buildEvent(db, { title: 'Second evening', updatedAt })
  const body = registrationBody({ eventIds: [first.id, second.id] })
  await call(registerForEvents, { body })
  await runJobs()
  async function sweepAt(instant: string) {
    clock.set(instant)
    await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    await runJobs()
  }
  const change = (set: Partial<typeof events.$inferInsert>) =>
    editEvent(db, first.id, { updatedAt, ...set })
  return { server, first, change, sweepAt }
}

test('a registration for two events brings an entry for each with its own join link', async () => {
  const { server } = await registeredForTwo()
  expect(server.mails).toHaveLength(1)
  const { method, entries } = readCalendar(server.mails[0]!)
  expect(method).toBe('PUBLISH')
  // RFC 5546 requires the organiser's bare address for publishing and cancelling.
  const organizers = [...entries.values()].map(({ organizer }) => organizer)
  expect(organizers).toEqual(['mailto:hello@lights.example', 'mailto:hello@lights.example'])
  expect([...entries.keys()]).toEqual(['Salt; roads, and 塩の道', 'Second evening'])
  const places = [...entries.values()].map(({ place }) => place)
  expect(new Set(places).size).toBe(2)
  const text = server.mails[0]!.raw.replaceAll('=\r\n', '')
  for (const place of places) {
    expect(place).toMatch(/^http:\/\/lights\.example\/join\/[a-z0-9]+-[\w-]{24}$/)
    expect(text).toContain(place)
  }
})

test('a moved and then cancelled event keeps its UID and join link, and only its SEQUENCE rises', async () => {
  const { server, first, change, sweepAt } = await registeredForTwo()
  const before = readCalendar(server.mails[0]!).entries.get(first.title)!
  await change({ description: 'Other words', priority: 3 })
  await sweepAt('2026-12-01T09:00:00Z')
  expect(server.mails).toHaveLength(1)
  const eventTime = '2026-12-10T17:00:00.000Z'
  await change({ eventTime, eventEndTime: '2026-12-10T18:00:00.000Z' })
  await sweepAt('2026-12-01T10:00:00Z')
  const moved = readCalendar(server.mails[1]!)
  expect(moved.method).toBe('PUBLISH')
  expect(moved.entries.get(first.title)).toEqual({ ...before, start: eventTime, sequence: 1 })
  await change({ cancelledAt: new Date('2026-12-01T11:00:00Z') })
  await sweepAt('2026-12-01T11:01:00Z')
  const cancelled = readCalendar(server.mails[2]!)
  expect(cancelled.method).toBe('CANCEL')
  expect(cancelled.entries.get(first.title)).toMatchObject({
    uid: before.uid,
    sequence: 2,
    status: 'CANCELLED',
    organizer: 'mailto:hello@lights.example',
  })
})
