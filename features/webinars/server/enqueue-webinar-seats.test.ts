// @module-tag postgres
import { expect, test } from 'vitest'
import { undoImportBatch, importAttendees } from '#features/imports/contract.ts'
import { buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { webinarRegistrants } from '#tests/support/webinar-registrants.ts'

test('a mapping made later registers who is there already, imported people too, once', async () => {
  const { register, db, event, mapTo, sweep, webinar } = await webinarRegistrants({
    isMapped: false,
  })
  const early = await register()
  const imported = await buildPerson(db, { firstName: '', lastName: '' })
  await buildRegistration(db, {
    userId: imported.id,
    eventId: event.id,
    registrationSource: 'import',
  })
  const waiting = await buildPerson(db)
  await buildRegistration(db, {
    userId: waiting.id,
    eventId: event.id,
    registrationType: 'pre_registration',
  })
  await sweep()
  expect(webinar.registrants).toEqual([])
  await mapTo('812 3456-7890')
  await sweep()
  await sweep()
  const names = webinar.registrants.map(({ email, first_name }) => [email, first_name])
  expect(new Map(names as [string, string][])).toEqual(
    new Map([
      [early, 'Thandi'],
      [imported.email, 'Guest'],
    ]),
  )
  expect([...webinar.adds.values()]).toEqual([1, 1])
})

test('who was imported gets a webinar seat five minutes later, so that a wrong list can be undone', async () => {
  const { asAdmin, clock, event, sweep, webinar } = await webinarRegistrants()
  const admin = await asAdmin()
  const attendee = { firstName: 'Zola', lastName: 'Nkosi', email: 'zola@example.com' }
  const attendees = [{ ...attendee, eventIdentifier: String(event.id) }]
  await admin.call(importAttendees, { body: { attendees, batchId: 'list' } })
  clock.set(new Date(clock.now().getTime() + 4 * 60_000))
  await sweep()
  expect(webinar.registrants).toEqual([])
  const undone = await admin.call(undoImportBatch, { params: { id: 'list' }, body: {} })
  expect(undone.status).toBe(200)
  await admin.call(importAttendees, { body: { attendees, batchId: 'again' } })
  clock.set(new Date(clock.now().getTime() + 5 * 60_000 + 1000))
  await sweep()
  expect(webinar.registrants.map(({ email }) => email)).toEqual(['zola@example.com'])
})

test('who comes with a later part of a list waits for their webinar seat from that part on', async () => {
  const { asAdmin, clock, event, sweep, webinar } = await webinarRegistrants()
  const admin = await asAdmin()
  const wait = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  const importPart = (name: string) => {
    const attendee = { firstName: name, lastName: 'Nkosi', email: `${name}@example.com` }
    const attendees = [{ ...attendee, eventIdentifier: String(event.id) }]
    return admin.call(importAttendees, { body: { attendees, batchId: 'list' } })
  }
  await importPart('zola')
  wait(20 * 60_000)
  await importPart('sipho')
  await sweep()
  expect(webinar.registrants).toEqual([])
  wait(5 * 60_000 + 1000)
  await sweep()
  expect(webinar.registrants).toHaveLength(2)
})

test('another webinar takes all registrants, and the way into the old one is forgotten at once', async () => {
  const { register, runJobs, mapTo, sweep, zoom, seats, makeDue } = await webinarRegistrants()
  const emails = [await register(), await register()]
  await runJobs()
  const other = zoom.addWebinar('82222222222')
  await mapTo('82222222222')
  await zoom.close()
  await sweep()
  expect((await seats()).map(({ joinUrl }) => joinUrl)).toEqual([null, null])
  await zoom.open()
  await makeDue()
  await runJobs()
  expect(other.registrants.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  const joinUrls = other.registrants.map(({ join_url }) => join_url)
  expect((await seats()).map(({ joinUrl }) => String(joinUrl)).toSorted()).toEqual(
    joinUrls.toSorted(),
  )
})

test('a registrant whom the host has yet to approve is shown as pending and not asked for again', async () => {
  const { register, runJobs, sweep, seats, zoom } = await webinarRegistrants({
    webinar: { needsApproval: true },
  })
  await register()
  await runJobs()
  await sweep()
  expect(await seats()).toMatchObject([{ state: 'pending', joinUrl: null }])
  expect(zoom.counted.adds).toBe(1)
})
