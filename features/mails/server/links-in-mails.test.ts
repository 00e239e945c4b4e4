import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as joinLinksContract from '#features/join-links/contract.ts'
import * as contract from '#features/mails/contract.ts'
import * as registrationsContract from '#features/registrations/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import * as signInContract from '#features/sign-in/contract.ts'
import { getAuthStatus } from '#features/sign-in/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import {
  makeLinkToken,
  type LinkTarget,
  type LinkUse,
  readLinkKey,
} from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  registrationBody,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function appWithRegistration(
  registrationType: 'confirmed' | 'pre_registration' = 'confirmed',
) {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db } = app
  const event = await buildEvent(db, { title: 'The last mile' })
  const person = await buildPerson(db, { email: 'thandi@example.com' })
  const seat = await buildRegistration(db, {
    userId: person.id,
    eventId: event.id,
    registrationType,
  })
  const key = await readLinkKey(db)
  const token = (use: LinkUse, row: Omit<LinkTarget, 'email'>) =>
    makeLinkToken(key, use, { ...row, email: person.email })
  async function outboxEntry(kind: MailKind) {
    const [row] = await db
      .insert(outboxEntries)
      .values({ kind, email: person.email, state: 'sent', sentAt: app.clock.now() })
      .returning()
    return row!
  }
  const told = async () =>
    (await db.select().from(outboxEntries)).map(({ kind, email }) => `${kind} ${email}`)
  return { ...app, event, person, seat, token, outboxEntry, told }
}

test('a token for another use, another seat or with one letter changed leads nowhere', async () => {
  const { call, seat, token } = await appWithRegistration()
  const good = token('join', seat)
  const other = good.at(-1) === 'A' ? 'B' : 'A'
  const bad = [
    token('seat', seat),
    `${good.slice(0, -1)}${other}`,
    token('join', { ...seat, id: 999 }),
    'x',
    '-',
  ]
  for (const wrong of bad) {
    expect((await call(joinLinksContract.takeJoinLink, { body: { token: wrong } })).status).toBe(
      404,
    )
  }
})

test('the pre-registered take their seat with one press and get their confirmation once', async () => {
  const { db, call, seat, token, told } = await appWithRegistration('pre_registration')
  const press = () =>
    call(registrationsContract.confirmRegistration, { body: { token: token('seat', seat) } })
  expect((await press()).body).toEqual({
    title: 'The last mile',
    when: 'Thursday, 10 December 2026, 18:00-19:00 CAT',
  })
  await press()
  expect((await db.select().from(eventRegistrations))[0]!.registrationType).toBe('confirmed')
  expect(await told()).toEqual(['registration_confirmed thandi@example.com'])
})

test('a seat in an event that is over cannot be taken any more', async () => {
  const { call, clock, seat, token } = await appWithRegistration('pre_registration')
  clock.set('2026-12-11T08:00:00Z')
  const answer = await call(registrationsContract.confirmRegistration, {
    body: { token: token('seat', seat) },
  })
  expect(answer.status).toBe(409)
})

test('a library link opens a verified session on a press, in two browsers within ten minutes, within seven days', async () => {
  const { db, newCaller, clock, outboxEntry, token } = await appWithRegistration()
  const fresh = async () => token('enter', await outboxEntry('library_access'))
  const enter = async (link: string) => {
    const caller = newCaller()
    const answer = await caller.call(signInContract.openVerifiedSession, { body: { token: link } })
    return { status: answer.status, message: answer.body.message, caller }
  }
  const link = await fresh()
  const { caller } = await enter(link)
  expect((await caller.call(getAuthStatus)).body).toMatchObject({
    hasVideoAccess: true,
    userEmail: 'thandi@example.com',
  })
  expect((await db.select().from(sessions))[0]!.verifiedAt).not.toBeNull()
  // A signed-in browser keeps its session, and the link counts no use.
  const cookie = caller.cookie()
  const again = await caller.call(signInContract.openVerifiedSession, { body: { token: link } })
  expect([again.status, again.body]).toEqual([200, { email: 'thandi@example.com' }])
  expect(caller.cookie()).toBe(cookie)
  expect((await enter(link)).status).toBe(200)
  const third = await enter(link)
  expect(third.status).toBe(410)
  expect(third.message).toMatch(/used in two browsers.*request a new one/)
  await db.delete(outboxEntries)
  const second = await fresh()
  await enter(second)
  clock.set('2026-12-01T08:11:00Z')
  expect((await enter(second)).status).toBe(410)
  await db.delete(outboxEntries)
  const last = await fresh()
  clock.set('2026-12-09T08:00:00Z')
  expect((await enter(last)).status).toBe(410)
})

test('a GET of a library link does not sign in', async () => {
  const { db, send, outboxEntry, token } = await appWithRegistration()
  const row = await outboxEntry('library_access')
  await send({ method: 'GET', url: `/enter/${token('enter', row)}` })
  expect(await db.$count(sessions)).toBe(0)
})

test('one click in the mail reader unsubscribes at once, from anywhere and with any body', async () => {
  const { db, send, outboxEntry, token } = await appWithRegistration()
  const row = await outboxEntry('reminder_24h')
  const response = await send({
    method: 'POST',
    url: `/unsubscribe/${token('unsubscribe', row)}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: 'https://mail.example',
    },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(response.statusCode).toBe(200)
  const rows = await db.select().from(unsubscriptions)
  expect(rows).toMatchObject([{ email: 'thandi@example.com', topic: 'reminders' }])
  const forged = await send({ method: 'POST', url: `/unsubscribe/${token('enter', row)}` })
  expect(forged.statusCode).toBe(404)
})

test('an unsubscription outlives registering again, and only the link in a mail takes it back', async () => {
  const { db, call, event, outboxEntry, token, told } = await appWithRegistration()
  const row = await outboxEntry('recording_ready')
  const body = { token: token('unsubscribe', row) }
  const left = await call(contract.unsubscribeByLink, {
    body: { ...body, topics: ['news', 'reminders'] },
  })
  expect(left.body).toEqual({ email: 'thandi@example.com', topics: ['news', 'reminders'] })
  await call(registerForEvents, {
    body: registrationBody({ email: 'thandi@example.com', eventIds: [event.id] }),
  })
  expect(await db.$count(unsubscriptions)).toBe(2)
  await call(contract.requestResubscribeLink, {
    body: { ...body, topics: ['news', 'reminders'] },
  })
  expect(await told()).toContain('resubscribe_link thandi@example.com')
  const [mail] = await db
    .select()
    .from(outboxEntries)
    .where(eq(outboxEntries.kind, 'resubscribe_link'))
  await call(contract.restoreSubscription, { body: { token: token('resubscribe', mail!) } })
  expect(await db.$count(unsubscriptions)).toBe(0)
})

test('asking for the join link answers everyone alike and mails it on the day to registrants only, once an hour', async () => {
  const { call, clock, event, runJobs, told } = await appWithRegistration()
  const ask = (email: string) =>
    call(joinLinksContract.requestJoinLink, { body: { email, eventId: event.id } })
  const early = await ask('thandi@example.com')
  await runJobs()
  expect(await told()).toEqual([])
  clock.set('2026-12-10T06:00:00Z')
  const stranger = await ask('nobody@example.com')
  const own = await ask('thandi@example.com')
  await ask('thandi@example.com')
  await runJobs()
  expect(own.text).toBe(stranger.text)
  expect(own.text).toBe(early.text)
  expect(await told()).toEqual(['join_link thandi@example.com'])
})
