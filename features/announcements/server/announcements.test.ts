import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { warnOfClipping } from '#features/announcements/rules.ts'
import { cutLinkTokens } from '#platform/signed-links/signed-links.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { eventRegistrations } from '#schema/registrations.ts'

test('an announcement needs a test of its texts as they are, and the number of people that was shown', async () => {
  const { call, register, write, tryOut, server, runJobs, told, read, countsOf } =
    await announcementStage()
  const people = [await register(), await register(), await register()]
  const params = await write()
  const approve = (body: { count: number }) => call(contract.approveAnnouncement, { params, body })
  const untested = await approve({ count: 3 })
  expect([untested.status, untested.headers['refusal-code']]).toEqual([
    409,
    'announcement_untested',
  ])

  await tryOut(params)
  const { updatedAt } = await read(params)
  const changeTo = (body: Record<string, unknown>) =>
    call(contract.changeAnnouncement, { params, body })
  expect((await changeTo({ subject: 'Another subject', updatedAt })).status).toBe(200)
  const stale = await changeTo({ subject: 'A third one', updatedAt: '2020-01-01T00:00:00Z' })
  expect([stale.status, stale.headers['refusal-code']]).toEqual([409, 'announcement_changed'])
  expect((await read(params)).test).toMatchObject({ to: 'me@lights.example', isCurrent: false })
  expect((await approve({ count: 3 })).headers['refusal-code']).toBe('announcement_untested')

  await tryOut(params)
  const before = await approve({ count: 2 })
  expect([before.status, before.body]).toMatchObject([409, { count: 3 }])
  expect(await countsOf(params)).toMatchObject({ total: 0 })
  people.push(await register())
  expect((await approve({ count: 3 })).body).toMatchObject({ count: 4 })
  expect((await approve({ count: 4 })).body).toMatchObject({
    state: 'sending',
    counts: { total: 4, waiting: 4, sent: 0 },
  })
  await runJobs()
  expect(told()).toEqual(people.map(({ email }) => email).toSorted())
  expect(await read(params)).toMatchObject({ state: 'done', counts: { total: 4, sent: 4 } })
  expect(server.mails[0]!.subject).toBe('Another subject')

  const change = await call(contract.changeAnnouncement, { params, body: { subject: 'No' } })
  expect(change.headers['refusal-code']).toBe('announcement_approved')
  expect((await call(contract.deleteAnnouncement, { params })).status).toBe(409)
})

test('a press more adds newcomers alone, and only their number', async () => {
  const { call, register, begin, runJobs, told, countsOf, approve } = await announcementStage()
  await register()
  const params = await begin()
  await runJobs()
  const again = await call(contract.approveAnnouncement, { params, body: { count: 1 } })
  expect([again.status, again.body]).toMatchObject([409, { count: 0 }])
  const newcomer = await register()
  expect((await approve(params)).status).toBe(200)
  await runJobs()
  expect(told()).toHaveLength(2)
  expect(told()).toContain(newcomer.email)
  expect(await countsOf(params)).toMatchObject({ total: 2, sent: 2 })
})

test('the preview equals the sent mail except for personal links, which do not work in tests', async () => {
  const { call, register, write, server, runJobs, approve } = await announcementStage()
  const person = await register()
  const params = await write({
    topic: 'news',
    subject: '{firstName}, {event} with {guest}',
    body: '# {event}\n\n{date} at {time}: [come in]({joinLink}), or {libraryLink}.\n\n- *one*\n- {series}',
  })
  const { body: preview } = await call(contract.previewAnnouncement, { params, body: {} })
  expect(preview).toMatchObject({ person: { email: person.email }, fallbacks: [], notes: [] })
  await call(contract.testAnnouncement, { params, body: { to: person.email } })
  await runJobs()
  await approve(params)
  await runJobs()
  const [tried, sent] = await Promise.all(server.mails.map(({ raw }) => simpleParser(raw)))
  for (const mail of [tried!, sent!]) {
    expect(mail.subject).toBe(preview.subject)
    expect(cutLinkTokens(mail.text!.trim())).toBe(cutLinkTokens(preview.text.trim()))
    expect(cutLinkTokens((mail.html as string).trim())).toBe(cutLinkTokens(preview.html.trim()))
    expect(mail.headers.has('list-unsubscribe-post') || mail.headers.has('list')).toBe(true)
  }
  const waysIn = (text: string) =>
    ['join', 'enter', 'unsubscribe'].map((path) => new RegExp(`/${path}/([\\w-]+)`).exec(text)![1]!)
  const { unsubscribeByLink } = await import('#features/mails/contract.ts')
  for (const text of [preview.text, tried!.text!]) {
    const [, , token] = waysIn(text)
    expect((await call(unsubscribeByLink, { body: { token } })).status).toBe(404)
  }
  const [, , token] = waysIn(sent!.text!)
  expect((await call(unsubscribeByLink, { body: { token } })).body).toMatchObject({
    topics: ['news'],
  })
})

test('the preview measures the HTML as it is sent, so that a mail that Gmail cuts off is known', async () => {
  const { call, register, write, server, runJobs } = await announcementStage()
  const { email: to } = await register()
  const params = await write({ body: 'ü'.repeat(60_000) })
  const { htmlBytes } = (await call(contract.previewAnnouncement, { params, body: {} })).body
  await call(contract.testAnnouncement, { params, body: { to } })
  await runJobs()
  const { html } = await simpleParser(server.mails[0]!.raw)
  // The mail parser adds the line break that ends a message.
  expect(htmlBytes).toBe(Buffer.byteLength((html as string).trimEnd()) + 1)
  expect(warnOfClipping(htmlBytes!)).toMatch(
    /^This email is 12\d kB\. Gmail cuts off emails above 102 kB\.$/,
  )
  expect([102_000, 102_001].map(warnOfClipping)).toEqual([
    undefined,
    'This email is 103 kB. Gmail cuts off emails above 102 kB.',
  ])
})

test('an empty placeholder has plain words, and an unknown one is refused by name', async () => {
  const { call, db, register, write } = await announcementStage()
  const undated = { eventDate: null, eventTime: null, eventEndTime: null, speakerName: '' }
  const planned = await buildEvent(db, undated)
  const nameless = await buildPerson(db, { firstName: 'http://evil.example' })
  await db.insert(eventRegistrations).values({ userId: nameless.id, eventId: planned.id })
  await register()
  const params = await write({
    eventId: planned.id,
    audience: { any: [{ kind: 'registered', eventId: planned.id }] },
    body: 'Hello {firstName}, {guest} speaks on {date}.',
  })
  const { body } = await call(contract.previewAnnouncement, { params, body: {} })
  expect(body.text).toContain('Hello there, our guest speaks on a date to come.')
  expect(body.fallbacks).toEqual([
    { placeholder: 'firstName', words: 'there' },
    { placeholder: 'guest', words: 'our guest' },
    { placeholder: 'date', words: 'a date to come' },
  ])
  const refused = await call(contract.changeAnnouncement, {
    params,
    body: { subject: 'Hello {fristName}', body: 'At {toString} {joinlink}' },
  })
  expect(refused.status).toBe(400)
  const errors = refused.body.errors as unknown as { field: string; message: string }[]
  expect(errors.map(({ field }) => field)).toEqual(['subject', 'body', 'body'])
  expect(errors.map(({ message }) => /\{\w+\}/.exec(message)![0])).toEqual([
    '{fristName}',
    '{toString}',
    '{joinlink}',
  ])
})

test('an empty audience is rejected, and announcements about an event go to its people only', async () => {
  const { call, db, event, write, toRegistered } = await announcementStage()
  const other = await buildEvent(db)
  const count = async (audience: unknown) => {
    const { status, body } = await call(contract.countAudience, { body: { audience } })
    return [status, body.errors?.map(({ field }) => field)]
  }
  expect(await count({ any: [] })).toEqual([400, ['audience.any']])
  expect(await count({})).toEqual([400, ['audience.any']])
  expect(await count({ any: [{ kind: 'everybody' }] })).toEqual([400, ['audience.any.0.kind']])
  expect(await count({ any: [{ kind: 'came' }] })).toEqual([400, ['audience.any.0.eventId']])
  expect(await count({ any: [{ kind: 'updates', eventId: event.id }] })).toEqual([
    400,
    ['audience.any.0.eventId'],
  ])
  expect(await count({ any: [{ kind: 'updates' }], exept: [] })).toEqual([400, ['audience.exept']])
  expect(await count({ any: [{ kind: 'came', eventId: 999 }] })).toEqual([
    404,
    ['audience.any.0.eventId'],
  ])

  const body = { subject: 'A', body: 'B', topic: 'event', audience: toRegistered }
  const create = async (fields: Record<string, unknown>) => {
    const answer = await call(contract.createAnnouncement, { body: { ...body, ...fields } })
    return [answer.status, answer.body.errors?.map(({ field }) => field)]
  }
  expect(await create({})).toEqual([400, ['eventId']])
  expect(await create({ eventId: other.id })).toEqual([400, ['audience.any.0.eventId']])
  const interested = { any: [{ kind: 'interested' }], crewOf: other.id }
  expect(await create({ eventId: event.id, audience: interested })).toEqual([
    400,
    ['audience.any.0.eventId', 'audience.crewOf'],
  ])
  const params = await write()
  const patched = await call(contract.changeAnnouncement, { params, body: { eventId: null } })
  expect([patched.status, patched.body.errors]).toMatchObject([400, [{ field: 'eventId' }]])
  expect((await call(contract.deleteAnnouncement, { params })).status).toBe(200)
  expect((await call(contract.readAnnouncement, { params })).status).toBe(404)
})

test('the list can be limited to the announcements about one event', async () => {
  const { call, write, db, asAdmin } = await announcementStage()
  const { id } = await write()
  const admin = await asAdmin()
  const { eventId } = (await call(contract.readAnnouncement, { params: { id } })).body
  const other = await buildEvent(db)
  const list = async (query: string) =>
    (await admin.send({ method: 'GET', url: `/api/admin/announcements${query}` })).json()
  expect(await list('')).toMatchObject({ total: 1 })
  expect(await list(`?eventId=${eventId}`)).toMatchObject({ announcements: [{ id, eventId }] })
  expect(await list(`?eventId=${other.id}`)).toEqual({ announcements: [], total: 0 })
})
