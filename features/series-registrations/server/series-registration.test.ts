// @module-tag postgres
import { isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelOwnRegistration, getAccount } from '#features/account/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { unsubscribeByLink } from '#features/mails/contract.ts'
import { markAddress } from '#features/mails/server/bounces.ts'
import { mergePerson, readPerson } from '#features/people/contract.ts'
import { importAttendees } from '#features/imports/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import {
  answerSeriesOffer,
  endOwnSeries,
  readSeriesOffer,
  registerForSeries,
  startOwnSeries,
} from '#features/series-registrations/contract.ts'
import { sweeps } from '#main/sweeps.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { seriesRegistrations } from '#schema/newsletter.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { buildEvent, buildPerson, editEvent, registrationBody } from '#tests/support/builders.ts'
import { seriesApp } from '#tests/support/series-stage.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'
import { seriesEventMail } from './series-mails.ts'

const email = 'zola@example.com'

test('a request takes effect once the address is verified; until then only the ordinary registration happens', async () => {
  const { call, db, linkOf, mailsTo, registered, settle } = await seriesApp()
  const [chosen, other] = [await buildEvent(db), await buildEvent(db)]
  const body = registrationBody({ email, eventIds: [chosen.id] })
  const { status, body: reply } = await call(registerForSeries, { body })
  expect(status).toBe(200)
  expect(reply).toMatchObject({
    isExistingUser: false,
    isPending: true,
    newRegistrations: [{ eventId: chosen.id, registrationType: 'confirmed' }],
  })
  await settle()
  expect(await registered(other.id)).toEqual([])
  const kinds = (await mailsTo(email)).map(({ kind, carriedBy }) => [kind, carriedBy !== null])
  expect(kinds).toEqual([
    ['registration_confirmed', false],
    ['library_access', true],
    ['series_requested', true],
  ])
  const token = await linkOf(email, 'series_requested')
  const offer = await call(readSeriesOffer, { body: { token } })
  expect(offer.body).toEqual({ state: 'pending', event: null })
  expect((await call(answerSeriesOffer, { body: { token, answer: 'confirm' } })).body.state).toBe(
    'active',
  )
  await settle()
  expect(await registered(other.id)).toEqual([email])
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'series_registered')).toMatchObject([
    { eventId: other.id },
  ])
  await settle()
  expect(await registered(chosen.id)).toEqual([email])
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'series_registered')).toHaveLength(1)
})

test('a library link verifies the address; a session that was only typed does not', async () => {
  const stage = await seriesApp()
  const { asMember, call, db, newCaller, registered, settle } = stage
  const event = await buildEvent(db)
  await buildPerson(db, { email })
  const member = await asMember(email)
  const body = registrationBody({ email })
  expect((await member.call(registerForSeries, { body })).body.isPending).toBe(true)
  // A second request of a stranger changes nothing either.
  expect((await call(registerForSeries, { body })).body.isPending).toBe(true)
  await settle()
  expect(await registered(event.id)).toEqual([])
  await verifyByLink(stage, newCaller(), email)
  await settle()
  expect(await registered(event.id)).toEqual([email])
})

test('an event that opens registers each person once, with one mail and a calendar entry', async () => {
  const { db, join, mailsTo, registered, settle } = await seriesApp()
  const event = await buildEvent(db, { status: 'pre_registration', dateConfirmed: false })
  expect((await join(email)).reply.isPending).toBe(false)
  await settle()
  expect(await registered(event.id)).toEqual([])
  await editEvent(db, event.id, { status: 'upcoming', dateConfirmed: true })
  await settle()
  await settle()
  expect(await registered(event.id)).toEqual([email])
  const [mail, ...others] = (await mailsTo(email)).filter(({ eventId }) => eventId === event.id)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'series_registered', state: 'kept' })
  const kept = JSON.stringify(mail!.kept)
  expect(kept).toContain('/every-event/')
  expect(seriesEventMail.calendar()).toBe('PUBLISH')
})

test('an event registers nobody while the organiser can undo the change, while it is unpublished, cancelled or over', async () => {
  const { db, join, later, registered, runJobs, app } = await seriesApp()
  await join(email)
  const fresh = await buildEvent(db)
  const hidden = await buildEvent(db, { publishAt: 'draft' })
  const cancelled = await buildEvent(db, { cancelledAt: new Date('2026-11-30T08:00:00Z') })
  const undated = await buildEvent(db, { dateConfirmed: false })
  const now = app.deps.clock.now()
  await db.update(events).set({ updatedAt: now })
  await runSteps(sweeps(app.deps))
  await runJobs()
  expect(await registered(fresh.id)).toEqual([])
  later(3)
  await runSteps(sweeps(app.deps))
  await runJobs()
  expect(await registered(fresh.id)).toEqual([email])
  for (const { id } of [hidden, cancelled, undated]) expect(await registered(id)).toEqual([])
})

test('a pre-registered person becomes registered, and gets neither the mail about the date nor the one about the opening', async () => {
  const { call, db, join, mailsTo, registered, settle } = await seriesApp()
  const event = await buildEvent(db, { status: 'pre_registration', dateConfirmed: false })
  await join(email)
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  await editEvent(db, event.id, { status: 'upcoming', dateConfirmed: true })
  await settle()
  await settle()
  expect(await registered(event.id)).toEqual([email])
  const kinds = (await mailsTo(email)).map(({ kind }) => kind)
  expect(kinds).toContain('series_registered')
  expect(kinds).not.toContain('date_confirmed')
})

test('a cancelled registration is never brought back, whether the series or the person made it', async () => {
  const { call, db, linkOf, newCaller, registered, settle, ...stage } = await seriesApp()
  const own = await buildEvent(db)
  // The person cancels before they ask for every event.
  const body = registrationBody({ email, eventIds: [own.id] })
  await call(registerForEvents, { body })
  const browser = newCaller()
  await verifyByLink({ call, db, runJobs: stage.runJobs }, browser, email)
  const [registration] = (await browser.call(getAccount)).body.registrations
  await browser.call(cancelOwnRegistration, { params: { id: registration!.id } })
  await browser.call(startOwnSeries)
  const event = await buildEvent(db)
  await settle()
  expect(await registered(own.id)).toEqual([])
  expect(await registered(event.id)).toEqual([email])
  const token = await linkOf(email, 'series_registered')
  const offer = (await call(readSeriesOffer, { body: { token } })).body
  expect(offer).toMatchObject({ state: 'active', event: { isRegistered: true } })
  const answer = { token, answer: 'not_this_one' as const }
  const answered = await call(answerSeriesOffer, { body: answer })
  expect(answered.body).toMatchObject({ state: 'active', event: { isRegistered: false } })
  expect((await call(answerSeriesOffer, { body: answer })).status).toBe(200)
  await settle()
  expect(await registered(event.id)).toEqual([])
  await browser.call(endOwnSeries)
  await browser.call(startOwnSeries)
  await settle()
  expect(await registered(event.id)).toEqual([])
})

test.for([
  ['the unsubscribe link of its mail', true],
  ['leaving all mails', true],
  ['leaving the newsletter alone', false],
  ['the button on its page', true],
  ['my page', true],
  ['a hard bounce', true],
  ['a soft bounce', false],
  ['an erasure', true],
] as const)('%s ends a series registration: %s', async ([way, ends]) => {
  const stage = await seriesApp()
  const { asAdmin, call, db, join, keyOf, linkOf, mailsTo, settle } = stage
  const first = await buildEvent(db)
  const { browser } = await join(email)
  await settle()
  const entry = (await mailsTo(email)).find(({ eventId }) => eventId === first.id)!
  const token = makeLinkToken(await readLinkKey(db), 'unsubscribe', entry)
  const bounce = { email, reason: 'gone', outboxEntryId: entry.id, now: stage.clock.now() }
  const ways: Record<typeof way, () => Promise<unknown>> = {
    'the unsubscribe link of its mail': () => call(unsubscribeByLink, { body: { token } }),
    'leaving all mails': () =>
      call(unsubscribeByLink, { body: { token, topics: ['news', 'reminders'] } }),
    'leaving the newsletter alone': () =>
      call(unsubscribeByLink, { body: { token, topics: ['news'] } }),
    'the button on its page': async () =>
      call(answerSeriesOffer, {
        body: { token: await linkOf(email, 'series_registered'), answer: 'end' },
      }),
    'my page': () => browser.call(endOwnSeries),
    'a hard bounce': () => markAddress(db, { ...bounce, isLasting: true }),
    'a soft bounce': () => markAddress(db, { ...bounce, isLasting: false }),
    'an erasure': async () =>
      (await asAdmin()).call(erasePerson, { params: { key: await keyOf(email) } }),
  }
  await ways[way]()
  const { verifiedAt } = seriesRegistrations
  expect(await db.$count(seriesRegistrations, isNotNull(verifiedAt))).toBe(ends ? 0 : 1)
  // Registrations that exist stay, except for the erased person.
  expect(await db.$count(eventRegistrations)).toBe(1)
})

test('the owner of an ended series registration starts it again by the link, and no one without a person does', async () => {
  const { asAdmin, call, db, join, keyOf, linkOf, registered, settle } = await seriesApp()
  await buildEvent(db)
  await join(email)
  await settle()
  const token = await linkOf(email, 'series_registered')
  const answer = async (value: 'end' | 'start_again') =>
    call(answerSeriesOffer, { body: { token, answer: value } })
  expect((await answer('end')).body.state).toBe('none')
  const during = await buildEvent(db)
  await settle()
  expect(await registered(during.id)).toEqual([])
  expect((await answer('start_again')).body.state).toBe('active')
  expect((await answer('start_again')).body.state).toBe('active')
  await settle()
  expect(await registered(during.id)).toEqual([email])
  await (await asAdmin()).call(erasePerson, { params: { key: await keyOf(email) } })
  expect((await answer('start_again')).status).toBe(404)
  expect(await db.$count(seriesRegistrations)).toBe(0)
})

test('the seats of a limited event go to people in the order of their series registrations, and the others wait in that order', async () => {
  const { asAdmin, call, db, join, mailsTo, registered, settle } = await seriesApp()
  const event = await buildEvent(db, {
    status: 'pre_registration',
    dateConfirmed: false,
    capacity: 3,
  })
  const names = ['e', 'd', 'c', 'b', 'a'].map((letter) => `${letter}@example.com`)
  for (const name of names) await join(name)
  const early = registrationBody({ email: 'early@example.com', eventIds: [event.id] })
  await call(registerForEvents, { body: early })
  const admin = await asAdmin()
  const body = { status: 'upcoming', dateConfirmed: true }
  await admin.call(changeEvent, { params: { id: event.id }, body })
  await settle()
  expect(await registered(event.id)).toEqual(['early@example.com', names[0], names[1]])
  const line = await db.execute<{ email: string }>(sql`select u.email from waitlist_entries w
    join users u on u.id = w.user_id order by w.id`)
  expect(line.rows.map((row) => row.email)).toEqual(names.slice(2))
  expect((await mailsTo(names[4]!)).map(({ kind }) => kind)).toContain('waitlist_joined')
  await settle()
  expect(await db.$count(waitlistEntries)).toBe(3)
})

test('an import sets no series registration', async () => {
  const { asAdmin, db } = await seriesApp()
  const event = await buildEvent(db)
  const attendees = [{ firstName: 'Zola', lastName: 'Ngcobo', email, eventIdentifier: event.title }]
  await (await asAdmin()).call(importAttendees, { body: { attendees, batchId: 'list-1' } })
  expect(await db.$count(eventRegistrations)).toBe(1)
  expect(await db.$count(seriesRegistrations)).toBe(0)
})

test('a merge keeps the earlier series registration and every cancellation', async () => {
  const { asAdmin, call, db, join, keyOf, linkOf, registered, settle } = await seriesApp()
  const event = await buildEvent(db)
  const [one, two] = ['one@example.com', 'two@example.com'] as const
  await join(one)
  await settle()
  const token = await linkOf(one, 'series_registered')
  await call(answerSeriesOffer, { body: { token, answer: 'not_this_one' } })
  const before = await db.select().from(seriesRegistrations)
  await join(two)
  const admin = await asAdmin()
  const [from, into] = [await keyOf(one), await keyOf(two)]
  await admin.call(mergePerson, { params: { key: from }, body: { into } })
  const after = await db.select().from(seriesRegistrations)
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  await settle()
  expect(await registered(event.id)).toEqual([])
  const person = (await admin.call(readPerson, { params: { key: into } })).body
  expect(person.seriesRegistrations).toMatchObject([{ verifiedAt: expect.any(String) }])
})

test('my page shows, starts and ends a series registration', async () => {
  const stage = await seriesApp()
  const { call, db, newCaller } = stage
  await buildPerson(db, { email })
  const browser = newCaller()
  await verifyByLink(stage, browser, email)
  const state = async () => (await browser.call(getAccount)).body.seriesRegistration
  expect(await state()).toBe('none')
  await call(registerForSeries, { body: registrationBody({ email }) })
  expect(await state()).toBe('pending')
  expect((await browser.call(startOwnSeries)).body).toEqual({ seriesRegistration: 'active' })
  expect(await state()).toBe('active')
  expect((await browser.call(endOwnSeries)).body).toEqual({ seriesRegistration: 'none' })
  expect(await state()).toBe('none')
  expect((await newCaller().call(startOwnSeries)).status).toBe(401)
})
