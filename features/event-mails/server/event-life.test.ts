// @module-tag postgres
import { expect, test } from 'vitest'
import { changeEvent, createEvent, listUpcomingEvents } from '#features/events/contract.ts'
import { importAttendees } from '#features/imports/contract.ts'
import * as contract from '#features/mails/contract.ts'
import * as registrationsContract from '#features/registrations/contract.ts'
import { preRegister, registerForEvents } from '#features/registrations/contract.ts'
import { events } from '#schema/events.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

const speaker = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks, borders and patience.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

/** Creates a site with mail server and clock, and an organiser who signs in again each time. */
async function house() {
  const server = await startMailServer()
  const app = await testApp({ config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' } })
  const { id } = (
    await (await app.asAdmin()).call(createEvent, { body: { ...speaker, title: 'Salt roads' } })
  ).body
  let read = 0
  return {
    ...app,
    id,
    async change(body: object) {
      const admin = await app.asAdmin()
      expect((await admin.call(changeEvent, { params: { id }, body })).status).toBe(200)
    },
    /** Runs everything due at this time, twice; returns the mails. */
    async at(instant: string) {
      app.clock.set(instant)
      for (let sweeps = 0; sweeps < 2; sweeps++) {
        await app.app.deps.jobs.send(app.db, 'sweep', [{}])
        await app.runJobs()
      }
      const mails = server.mails.slice(read)
      read = server.mails.length
      return mails
        .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(': Salt roads', '')}`)
        .toSorted()
    },
    tokenTo(name: string, path: string) {
      const mail = server.mails.findLast(({ to, raw }) => to.startsWith(name) && raw.includes(path))
      const text = mail!.raw.replaceAll('=\r\n', '')
      return new RegExp(`/${path}/([\\w-]+)`).exec(text)![1]!
    },
  }
}

test('from draft to recording, each email is sent once, automatically', async () => {
  const { db, id, call, change, at, tokenTo, asAdmin } = await house()
  const times = { eventTime: '2026-12-10T16:00:00.000Z', eventEndTime: '2026-12-10T17:00:00.000Z' }
  await call(preRegister, { body: { firstName: 'Zola', email: 'zola@example.com', eventId: id } })
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['zola: You are on the list'])
  await change({ status: 'upcoming' })
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
  await change({ dateConfirmed: true, ...times })
  expect(await at('2026-12-01T10:00:00Z')).toEqual(['zola: The date is confirmed'])

  await call(registrationsContract.confirmRegistration, {
    body: { token: tokenTo('zola', 'confirm-seat') },
  })
  const thabo = registrationBody({
    email: 'thabo@example.com',
    eventIds: [id],
    receiveUpdates: true,
  })
  await call(registerForEvents, { body: thabo })
  const admin = await asAdmin()
  const attendees = [
    { firstName: 'Lerato', lastName: 'M', email: 'lerato@example.com', eventIdentifier: `${id}` },
    { firstName: 'Thabo', lastName: 'M', email: 'thabo@example.com', eventIdentifier: `${id}` },
  ]
  await admin.call(importAttendees, { body: { attendees } })
  expect(await at('2026-12-01T11:00:00Z')).toEqual([
    'thabo: Your seat is confirmed',
    'zola: Your seat is confirmed',
  ])
  expect(await at('2026-12-09T16:30:00Z')).toEqual([
    'lerato: Coming up',
    'thabo: Coming up',
    'zola: Coming up',
  ])

  // Moved by a day on the day before: registrants get the new time at once, and another reminder.
  await change({
    eventTime: '2026-12-11T16:00:00.000Z',
    eventEndTime: '2026-12-11T17:00:00.000Z',
  })
  expect(await at('2026-12-09T16:31:00Z')).toEqual([])
  expect(await at('2026-12-09T16:40:00Z')).toEqual([
    'lerato: New time',
    'thabo: New time',
    'zola: New time',
  ])
  const token = tokenTo('zola', 'unsubscribe')
  await call(contract.unsubscribeByLink, { body: { token } })
  expect(await at('2026-12-10T16:30:00Z')).toEqual(['lerato: Coming up', 'thabo: Coming up'])
  expect(await at('2026-12-11T15:30:00Z')).toEqual([
    'lerato: Starting soon',
    'thabo: Starting soon',
  ])

  expect((await db.select().from(events))[0]!.status).toBe('upcoming')
  expect(await at('2026-12-11T17:00:30Z')).toEqual([])
  expect((await call(listUpcomingEvents)).body).toEqual([])
  await change({ videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true })
  // Lerato was imported and opted in to nothing; Zola unsubscribed from reminders only.
  expect(await at('2026-12-12T08:00:00Z')).toEqual([
    'thabo: The recording is ready',
    'zola: The recording is ready',
  ])
  // The status is stored one day later; until then, correcting the time opens the event again.
  expect(await at('2026-12-12T17:00:30Z')).toEqual([])
  expect((await db.select().from(events))[0]!.status).toBe('completed')
  expect(await at('2026-12-20T08:00:00Z')).toEqual([])
})

test('an unsubscription outlives an import, and holds for a reminder and for news on their own', async () => {
  const { id, call, change, at, tokenTo, asAdmin } = await house()
  await change({
    status: 'upcoming',
    dateConfirmed: true,
    eventTime: '2026-12-10T16:00:00.000Z',
    eventEndTime: '2026-12-10T17:00:00.000Z',
  })
  const body = registrationBody({ email: 'zola@example.com', eventIds: [id], receiveUpdates: true })
  await call(registerForEvents, { body })
  await at('2026-12-01T11:00:00Z')
  expect(await at('2026-12-09T16:30:00Z')).toEqual(['zola: Coming up'])
  await call(contract.unsubscribeByLink, { body: { token: tokenTo('zola', 'unsubscribe') } })
  const attendees = [
    { firstName: 'Zola', lastName: 'Nkosi', email: 'ZOLA@example.com', eventIdentifier: `${id}` },
  ]
  await (await asAdmin()).call(importAttendees, { body: { attendees } })
  await call(registerForEvents, { body })
  expect(await at('2026-12-10T15:30:00Z')).toEqual([])
  await change({
    status: 'completed',
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
    recordingReady: true,
  })
  expect(await at('2026-12-11T08:00:00Z')).toEqual(['zola: The recording is ready'])
})
