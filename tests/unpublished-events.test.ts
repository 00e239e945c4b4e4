import { expect, test } from 'vitest'
import { readCrewPage } from '#features/crew/contract.ts'
import { changeEvent, getEventPage } from '#features/events/contract.ts'
import { takeJoinLink } from '#features/join-links/contract.ts'
import {
  checkRegistration,
  confirmRegistration,
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { neededRole } from '#kernel/endpoint.ts'
import { catalogue } from '#main/catalogue.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { formerEventSlugs } from '#schema/events.ts'
import { watchProgress } from '#schema/library.ts'
import { outboxEntries } from '#schema/mails.ts'
import { userGroups } from '#schema/newsletter.ts'
import { eventQuestions } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
  buildViewer,
  registrationBody,
} from './support/builders.ts'
import { builtPages } from './support/built-pages.ts'
import { testApp } from './support/test-app.ts'

/** Part of every text of unpublished events. */
const secret = 'quillwort'
const host = 'lights.example'
const beside = [
  '/robots.txt',
  '/sitemap.xml',
  '/calendar.ics',
  '/feed.atom',
  '/feed.json',
  '/manifest.webmanifest',
]
const pages = ['/', '/go1', '/next_event', '/register', '/notify', '/members', '/me']

/** Sets up events of each status, including drafts and scheduled ones, with an imported person. */
async function draftsStage() {
  const app = await testApp({ pages: builtPages })
  const { db, clock, asMember } = app
  clock.set('2026-12-01T08:00:00Z')
  const moment = new Date('2026-12-03T16:00:00Z')
  const words = { speakerName: `Ada ${secret}`, description: `All about the ${secret}.` }
  const drafts = [
    await buildEvent(db, { ...words, title: `Open ${secret}`, publishAt: 'draft' }),
    await buildEvent(db, { ...words, title: `Soon ${secret}`, publishAt: moment }),
    await buildEvent(db, {
      ...words,
      title: `Plan ${secret}`,
      status: 'pre_registration',
      publishAt: moment,
    }),
    await buildRecording(db, { ...words, title: `Past ${secret}`, publishAt: 'draft' }),
  ]
  const { id: userId, email } = await buildPerson(db)
  for (const { id: eventId } of drafts) {
    await db.insert(formerEventSlugs).values({ slug: `old-${eventId}`, eventId })
    const { id: registrationId } = await buildRegistration(db, {
      userId,
      eventId,
      registrationSource: 'import',
    })
    await db.insert(eventQuestions).values({ eventId, registrationId, text: 'Why?' })
    const group = { groupType: 'future_events', groupIdentifier: String(eventId) } as const
    await db.insert(userGroups).values({ userId, ...group, mailerliteGroupId: '' })
    await db
      .insert(watchProgress)
      .values({ email, eventId, watched: '{[0,10)}', position: 10, duration: 100 })
    await buildViewer(db, { email, eventId })
    await db.insert(outboxEntries).values({ email, eventId, kind: 'date_confirmed' })
  }
  const member = await asMember(email)
  await db.update(sessions).set({ verifiedAt: clock.now() })
  return { ...app, drafts, member, email, moment }
}

test('nothing that visitors and members can ask for knows of an event that is not published', async () => {
  const { newCaller, drafts, member, db, clock, moment, email } = await draftsStage()
  const reads = catalogue.filter(
    ({ method, access }) =>
      method === 'GET' &&
      typeof access === 'string' &&
      !neededRole(access) &&
      access !== 'adminBeforeFactor',
  )
  expect(reads.length).toBeGreaterThan(12)
  const addresses = [
    ...beside,
    ...pages,
    ...pages.map((path) => `${path.slice(1) || '_root'}.data`),
  ]
  for (const { id, slug } of drafts) {
    for (const { path } of reads) {
      addresses.push(path.replace(':slug', slug).replace(':id', String(id)))
    }
    addresses.push(`/events/${slug}`, `/events/old-${id}`, `/events/${slug}.data`)
    addresses.push(`/api/event-pages/old-${id}`, `/calendar/event-${id}.ics`)
    addresses.push(`/api/members/search?q=${secret}`, `/share/event-${id}.jpg`)
  }
  const shared = await newCaller().send({ url: '/share/event-0.jpg', headers: { host } })
  async function findKnowing() {
    const knowing: string[] = []
    for (const caller of [newCaller(), member]) {
      // Pages are the same for all callers.
      const asked = addresses.filter((address) => caller !== member || address.startsWith('/api/'))
      for (const address of new Set(asked)) {
        const url = address.startsWith('/') ? address : `/${address}`
        const { body, rawPayload, statusCode } = await caller.send({ url, headers: { host } })
        // A 404 page repeats the URL.
        const said = body.replaceAll(decodeURIComponent(url.replace(/\.data$/, '')), '')
        const isSeries = !url.startsWith('/share/') || rawPayload.equals(shared.rawPayload)
        const isThere = url.startsWith('/events/') && statusCode < 400 && !url.endsWith('.data')
        if (said.includes(secret) || !isSeries || isThere) knowing.push(`${statusCode} ${url}`)
      }
    }
    return knowing
  }
  expect(await findKnowing()).toEqual([])

  const key = await readLinkKey(db)
  const person = registrationBody()
  for (const { id: eventId } of drafts) {
    const { call } = newCaller()
    for (const [endpoint, body] of [
      [registerForEvents, { ...person, eventIds: [eventId] }],
      [preRegister, { ...person, eventId }],
      [registerForFutureEvents, { ...person, eventId }],
      [requestVideoAccess, { ...person, mobile: '+27', eventId, receiveEventInvites: true }],
    ] as const) {
      const answer = await call(endpoint, { body })
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 404])
      expect(answer.text).not.toContain(secret)
    }
    expect((await call(checkRegistration, { body: { ...person, email, eventId } })).body).toEqual({
      exists: false,
    })
    const [registration] = (await db.select().from(eventRegistrations)).filter(
      (row) => row.eventId === eventId,
    )
    const target = { ...registration!, email }
    const [crew] = await db
      .insert(eventCrew)
      .values({ eventId, name: 'Ada', email, role: 'guest' })
      .returning()
    const tokens = {
      join: makeLinkToken(key, 'join', target),
      seat: makeLinkToken(key, 'seat', target),
      crew: makeLinkToken(key, 'crew', crew!),
    }
    const byLink = [
      await call(takeJoinLink, { body: { token: tokens.join } }),
      await call(confirmRegistration, { body: { token: tokens.seat } }),
      await call(readCrewPage, { body: { token: tokens.crew } }),
    ]
    expect(byLink.map(({ status }) => status)).toEqual([404, 404, 404])
  }
  // Registrations without an event cover all published events, which this one is not.
  const before = await db.$count(eventRegistrations)
  await newCaller().call(preRegister, { body: person })
  expect(await db.$count(eventRegistrations)).toBe(before)

  // At its time the event appears automatically, also in cached responses.
  clock.set(moment)
  const visitor = newCaller()
  for (const url of [
    '/',
    '/sitemap.xml',
    '/calendar.ics',
    '/api/events',
    '/events/soon-quillwort',
  ]) {
    const { body, statusCode } = await visitor.send({ url, headers: { host } })
    expect([url, statusCode, /soon.quillwort/i.test(body)]).toEqual([url, 200, true])
    expect(body).not.toMatch(/(open|past).quillwort/i)
  }
})

test('an event is published, and unpublished only without registrations', async () => {
  const { asAdmin, call, drafts } = await draftsStage()
  const admin = await asAdmin()
  const params = { id: drafts[0]!.id }
  const isThere = async () =>
    (await call(getEventPage, { params: { slug: 'open-quillwort' } })).status === 200
  const publish = (publishAt: unknown) => admin.call(changeEvent, { params, body: { publishAt } })
  for (const wrong of [
    'soon',
    '2026-12-03',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    5,
  ]) {
    const { status, body } = await publish(wrong)
    expect([wrong, status, body.errors?.[0]?.field]).toEqual([wrong, 400, 'publishAt'])
  }
  expect((await publish('2026-12-24T18:00:00+02:00')).body.publishAt).toBe(
    '2026-12-24T16:00:00.000Z',
  )
  expect((await publish('draft')).body.publishAt).toBe('draft')
  expect(await isThere()).toBe(false)
  expect((await publish(null)).body.publishAt).toBeNull()
  expect(await isThere()).toBe(true)
  const kept = await publish('draft')
  expect([kept.status, kept.body.message]).toEqual([
    409,
    '1 person has registered, so this event cannot be unpublished. Cancel it instead: they get an email.',
  ])
  expect(await isThere()).toBe(true)
})
