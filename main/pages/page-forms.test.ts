import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { replaceFormQuestions } from '#features/form-questions/contract.ts'
import { getAuthStatus } from '#features/sign-in/contract.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { formAnswers } from '#schema/form-questions.ts'
import { memberPageAccess } from '#schema/library.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { formerEventSlugs } from '#schema/events.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { joins } from '#schema/webinars.ts'
import { answered } from '#tests/support/answered.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
} from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
const host = 'lights.example'
const ours = { host, origin: `http://${host}` }

async function site(config = {}) {
  const app = await testApp({ pages: builtPages, config })
  function post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = ours,
  ) {
    return app.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  }
  return { ...app, post }
}

test('a registration is posted as a form, and answered with what comes next, for its sender alone', async () => {
  const { db, post } = await site()
  const event = await buildEvent(db, { title: 'Tonight' })
  const page = await post('/events/tonight?source=go1', { ...person, company: 'Karoo Coffee' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('You are registered')
  expect(page.body).toContain(person.email)
  expect(page.body).toContain(`/calendar/event-${event.id}.ics`)
  expect(await db.select().from(eventRegistrations)).toMatchObject([
    {
      eventId: event.id,
      registrationType: 'confirmed',
      registrationSource: 'go1',
      receiveUpdates: true,
    },
  ])
  const again = await post('/events/tonight', person)
  expect(again.body).toContain('You are already registered')
})

test('a full event offers its waiting list in one press, with the typed values kept', async () => {
  const { db, post } = await site()
  await buildEvent(db, { title: 'Tonight', capacity: 1 })
  await post('/events/tonight', { ...person, email: 'first@example.com' })
  const full = await post('/events/tonight', person)
  expect(full.statusCode).toBe(409)
  expect(full.body).toContain('All Seats Are Taken')
  expect(full.body).toContain('Join the waiting list')
  expect(full.body).toContain('name="waitlist"')
  expect(full.body).toContain(`value="${person.email}"`)
  const listed = await post('/events/tonight', { ...person, waitlist: '1' })
  expect(listed.statusCode).toBe(200)
  expect(listed.body).toContain('You are on the waiting list')
  expect(await db.$count(eventRegistrations)).toBe(1)
})

test('errors appear at their fields, and typed text is kept', async () => {
  const { db, post, send } = await site()
  await buildEvent(db, { title: 'Tonight' })
  const page = await post('/events/tonight', {
    firstName: '<b>Thandi</b>',
    lastName: ' ',
    email: 'no address',
    company: 'Karoo & Sons',
  })
  expect(page.statusCode).toBe(400)
  expect(page.body).toContain('Last name is required')
  expect(page.body).toContain('Please enter a valid email address')
  expect(page.body).not.toContain('First name is required')
  expect(page.body).toContain('value="&lt;b&gt;Thandi&lt;/b&gt;"')
  expect(page.body).toContain('value="Karoo &amp; Sons"')
  // The response is not cached for the next visitor.
  expect((await send({ url: '/events/tonight', headers: ours })).body).not.toContain('Karoo')
})

test('a form without scripts asks the organiser’s questions, and keeps answers when it is refused', async () => {
  const { asAdmin, db, post, send } = await site()
  const event = await buildEvent(db, { title: 'Tonight' })
  const before = (await send({ url: '/events/tonight', headers: ours })).body
  expect(before).not.toContain('name="answers.')
  const questions = (
    await (
      await asAdmin()
    ).call(replaceFormQuestions, {
      params: { id: event.id },
      body: formQuestionKinds.map((kind) => answered[kind].question),
    })
  ).body
  const [short, long, one, several, yesNo] = questions.map(({ id }) => `answers.${id}`)
  const page = (await send({ url: '/events/tonight', headers: ours })).body
  for (const { label, options = [] } of questions) {
    for (const text of [label, ...options]) expect(page).toContain(text)
  }
  expect(page.match(/name="answers\.[\d.]+"/g)).toEqual(
    [short, long, one, one, `${several}.0`, `${several}.1`, `${several}.2`, yesNo, yesNo].map(
      (name) => `name="${name}"`,
    ),
  )
  const typed = { ...person, [`${short}`]: 'Founder & co', [`${several}.2`]: 'Sales' }
  const refused = await post('/events/tonight', typed)
  expect(refused.statusCode).toBe(400)
  expect(refused.body.match(/Please answer this question<\/p>/g)).toHaveLength(2)
  expect(refused.body).toContain('value="Founder &amp; co"')
  expect(refused.body).toMatch(new RegExp(`name="${several}.2"[^>]*checked`))
  expect(await db.$count(eventRegistrations)).toBe(0)
  const done = await post('/events/tonight', { ...typed, [`${one}`]: 'Large', [`${yesNo}`]: 'no' })
  expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('You are registered')])
  const stored = await db.select().from(formAnswers).orderBy(asc(formAnswers.questionId))
  expect(stored.map(({ value }) => value)).toEqual(['Founder & co', 'Large', ['Sales'], false])
})

test('pre-registration and interest are the form of an event by its state', async () => {
  const { db, post } = await site()
  const undated = { eventDate: null, eventTime: null, eventEndTime: null }
  const plan = await buildEvent(db, { title: 'A plan', status: 'pre_registration', ...undated })
  await buildRecording(db, { title: 'Over' })
  const listed = await post('/events/a-plan', person)
  expect(listed.body).toContain('Pre-registration Successful!')
  expect(await db.select().from(eventRegistrations)).toMatchObject([
    { eventId: plan.id, registrationType: 'pre_registration' },
  ])
  expect((await post('/events/over', person)).body).toContain('Added to Future Events List!')
  expect((await post('/notify', person)).body).toContain('Added to Future Events List!')
  const wrong = await post('/notify', { ...person, firstName: '' })
  expect([wrong.statusCode, wrong.body.includes('First name is required')]).toEqual([400, true])
})

test('entering is answered with the library itself, and opens a session', async () => {
  const { db, post, call } = await site()
  await buildPerson(db, { email: person.email })
  await buildRecording(db, { title: 'Worth watching', videoUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  const unknown = await post('/members', { email: 'nobody@example.com' })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.body).toContain('Access Denied')
  expect(unknown.body).toContain('value="nobody@example.com"')
  const page = await post('/members', { email: ` ${person.email.toUpperCase()} ` })
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('Exclusive Interview Collection')
  expect(page.body).toContain('href="https://youtu.be/aqz-KE-bpKQ"')
  expect((await call(getAuthStatus)).body).toMatchObject({
    hasVideoAccess: true,
    userEmail: person.email,
  })
  expect(await db.select().from(memberPageAccess)).toMatchObject([{ accessType: 'login' }])
})

test('registering to watch opens a session and leads on to the library', async () => {
  const { db, post, call } = await site()
  const next = await buildEvent(db)
  const page = await post('/register', { ...person, mobile: '+27', receiveEventInvites: 'on' })
  expect(page.body).toContain('Access Granted!')
  expect(page.body).toMatch(
    /action="\/members"[^>]*><input type="hidden" name="email" value="thandi@example.com"/,
  )
  expect((await call(getAuthStatus)).body.hasVideoAccess).toBe(true)
  expect(await db.select().from(eventRegistrations)).toMatchObject([{ eventId: next.id }])
})

test('registering to watch offers the waiting list of a full event in one press', async () => {
  const { db, post, send } = await site()
  await buildEvent(db, { title: 'Tonight', capacity: 1 })
  const label = 'I would like to join the waiting list of the next event'
  expect((await send({ method: 'GET', url: '/register' })).body).not.toContain(label)
  await post('/events/tonight', { ...person, email: 'first@example.com' })
  const form = (await send({ method: 'GET', url: '/register' })).body
  expect(form).toContain(label)
  expect(form).toContain('name="waitlist"')
  const asked = { ...person, mobile: '+27', receiveEventInvites: 'on' }
  const full = await post('/register', asked)
  expect(full.body).toContain('Access Granted!')
  expect(full.body).toContain('All seats of the next event are taken')
  expect(await db.$count(waitlistEntries)).toBe(0)
  const listed = await post('/register', { ...asked, waitlist: '1' })
  expect(listed.body).toContain('You are on the waiting list of the next event')
  expect(await db.$count(waitlistEntries)).toBe(1)
  await post('/register', {
    ...asked,
    email: 'third@example.com',
    receiveEventInvites: '',
    waitlist: '1',
  })
  expect(await db.$count(waitlistEntries)).toBe(1)
})

test('a form that another site sends is refused, and so is one that does not show where it is from', async () => {
  const { db, post, send } = await site()
  await buildEvent(db, { title: 'Tonight' })
  const foreign: Record<string, string>[] = [
    { host },
    { host, origin: 'https://elsewhere.example' },
    { host, origin: 'null' },
    { host, 'sec-fetch-site': 'cross-site' },
    { host, 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    for (const url of ['/events/tonight', '/members', '/notify', '/register']) {
      expect((await post(url, person, headers)).statusCode).toBe(403)
    }
  }
  expect(
    (await post('/events/tonight', person, { host, 'sec-fetch-site': 'same-origin' })).statusCode,
  ).toBe(200)
  const json = await send({ method: 'POST', url: '/register', headers: ours, payload: person })
  expect(json.statusCode).toBe(415)
})

test('forms are counted as their calls are', async () => {
  const { db, post } = await site({ rateLimits: true })
  await buildPerson(db, { email: person.email })
  for (let guess = 0; guess < 30; guess++) {
    expect((await post('/members', { email: `guess${guess}@example.com` })).statusCode).toBe(404)
  }
  const page = await post('/members', { email: person.email })
  expect(page.statusCode).toBe(429)
  expect(page.headers['retry-after']).toBeDefined()
  expect(page.body).toContain('Too many requests from your network')
})

test('a form for an old address goes on to the present one, and one for no event is a 404 page', async () => {
  const { db, post } = await site()
  const { id: eventId } = await buildEvent(db, { title: 'Tonight' })
  await db.insert(formerEventSlugs).values({ slug: 'tomorrow', eventId })
  const moved = await post('/events/tomorrow', person)
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/events/tonight'])
  const missing = await post('/events/no-such', person)
  expect([missing.statusCode, missing.body.includes('Page Not Found')]).toEqual([404, true])
})

test('a join link shows its event and enters by a posted button, which alone is counted', async () => {
  const { db, clock, post, send } = await site()
  const roomUrl = 'https://rooms.example/evening?a=1&b=2'
  const event = await buildEvent(db, { title: 'The last mile', roomUrl })
  const member = await buildPerson(db)
  const seat = await buildRegistration(db, { userId: member.id, eventId: event.id })
  const target = { ...seat, email: member.email }
  const path = `/join/${makeLinkToken(await readLinkKey(db), 'join', target)}`
  const open = async () => (await send({ url: path, headers: ours })).body

  clock.set('2026-12-10T08:00:00Z')
  expect(await open()).toContain('The last mile')
  expect(await open()).not.toContain('Join rooms.example')
  // A press in an old tab too early: the page says when the room opens, and counts no join.
  expect((await post(path, {}, { host })).body).toContain('You are registered')

  clock.set('2026-12-10T15:45:00Z')
  const page = await open()
  expect(page).toContain('<form method="post"')
  expect(page).toContain('Join rooms.example')
  expect(page).not.toContain('evening?a=1')
  expect(page).not.toContain('enable JavaScript')
  expect(await db.select().from(joins)).toEqual([])

  // Browsers send `Origin: null` from a page without a referrer.
  const entered = await post(path, {}, { host, origin: 'null', 'sec-fetch-site': 'same-origin' })
  expect(entered.statusCode).toBe(200)
  expect(entered.headers['cache-control']).toBe('no-store')
  expect(entered.body).toContain(
    '<meta http-equiv="refresh" content="0;url=https://rooms.example/evening?a=1&amp;b=2"/>',
  )
  expect(await db.select().from(joins)).toMatchObject([{ registrationId: seat.id, joinCount: 1 }])

  const data = await send({ url: `${path}.data`, headers: ours })
  expect(data.body).toContain('The last mile')

  const unknown = '/join/1-AAAAAAAAAAAAAAAAAAAAAAAA'
  expect((await send({ url: unknown, headers: ours })).body).toContain('This link does not work')
  expect((await post(unknown, {})).statusCode).toBe(404)
})
