import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  changeCrewMember,
  openCrewRoom,
  listCrew,
  markCrewQuestion,
  readCrewBoard,
  removeCrewMember,
} from '#features/crew/contract.ts'
import { askQuestion, readQuestionBoard } from '#features/questions/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import {
  getReports,
  getDashboardCounts,
  listEventRegistrations,
} from '#features/reports/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { users } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

async function stage(config = {}) {
  const app = await testApp({ config })
  const event = await buildEvent(app.db, { title: 'Salt' })
  return { ...app, event, ...crewStage(app) }
}

test('the crew is counted nowhere, enters no library, and sees the honest numbers of their event', async () => {
  const { asAdmin, call, event, name, newCaller, open, tokenOf } = await stage()
  for (let person = 0; person < 3; person++) {
    await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  }
  const figures = async () => {
    const admin = await asAdmin()
    const [counts, reports, list] = [
      await admin.call(getDashboardCounts),
      await admin.call(getReports),
      await admin.call(listEventRegistrations),
    ]
    return [counts.body, reports.body, list.body]
  }
  const before = await figures()
  const added = await name(event.id, 'Naledi')
  await name(event.id, 'Sipho', 'host')
  expect(await figures()).toEqual(before)
  const { body } = await open(await tokenOf(added.body.id))
  expect(body).toMatchObject({
    name: 'Naledi Dube',
    role: 'guest',
    title: 'Salt',
    when: expect.stringContaining('18:00-19:00 CAT'),
    room: null,
    doors: 'early',
    opensAt: '2026-12-10T15:00:00.000Z',
    registrations: { confirmed: 3, preRegistered: 0, joined: 0, byOwnLink: 0 },
    crew: [
      { name: 'Naledi Dube', role: 'guest' },
      { name: 'Sipho Dube', role: 'host' },
    ],
  })
  const entering = await newCaller().call(logInWithEmail, { body: { email: 'naledi@example.com' } })
  expect(entering.status).toBe(404)
})

test('registrations by a crew member’s own link are counted for that member alone, in whatever role', async () => {
  const { asAdmin, call, db, event, name, open, tokenOf } = await stage()
  const other = await buildEvent(db, { title: 'Sugar' })
  const added = await name(event.id, 'Naledi')
  const second = await name(event.id, 'Sipho', 'host')
  const token = await tokenOf(added.body.id)
  const viaOf = async (link: string) => (await open(link)).body.via
  const via = await viaOf(token)
  expect(via).toBe(`guest-${added.body.id}`)
  const register = (body: Record<string, unknown>) =>
    call(registerForEvents, { body: registrationBody(body) })
  await register({ eventIds: [event.id], via })
  await register({ eventIds: [event.id, other.id], via })
  await register({ eventIds: [event.id], via: `x${via}1` })
  await register({ eventIds: [event.id], via: `autumn-${added.body.id}` })
  await register({ eventIds: [event.id] })
  const admin = await asAdmin()
  await admin.call(changeCrewMember, { params: { id: added.body.id }, body: { role: 'producer' } })
  await register({ eventIds: [event.id], via: await viaOf(token) })
  const { body } = await open(token)
  expect(body.via).toBe(`producer-${added.body.id}`)
  expect(body.registrations).toMatchObject({ confirmed: 6, byOwnLink: 3 })
  const hosts = await open(await tokenOf(second.body.id))
  expect(hosts.body.registrations).toMatchObject({ confirmed: 6, byOwnLink: 0 })
})

test('an address is in the crew of an event once; name and role change, and the link stays', async () => {
  const { asAdmin, db, event, name, open, tokenOf } = await stage()
  const { body: member } = await name(event.id, 'Naledi')
  expect(member).toMatchObject({ email: 'naledi@example.com', mail: { state: 'waiting' } })
  const again = await name(event.id, 'NALEDI', 'host')
  expect([again.status, again.headers['refusal-code']]).toEqual([409, 'crew_member_known'])
  expect((await name(999_999, 'Naledi')).status).toBe(404)
  const token = await tokenOf(member.id)
  const admin = await asAdmin()
  const params = { id: member.id }
  const body = { name: 'Naledi Khumalo', role: 'producer' as const }
  expect((await admin.call(changeCrewMember, { params, body })).body).toMatchObject(body)
  expect((await open(token)).body).toMatchObject(body)
  const { crew } = (await admin.call(listCrew, { params: { id: event.id } })).body
  expect(crew).toMatchObject([{ id: member.id, ...body, personKey: expect.any(String) }])
  const log = await db.select().from(auditLog).where(eq(auditLog.subject, 'Salt'))
  expect(log.map(({ action }) => action)).toEqual(['crew_added', 'crew_changed'])
  expect(JSON.stringify(log)).not.toMatch(/naledi/i)
})

test('the link of a removed crew member stops working immediately, also after they are added again', async () => {
  const { asAdmin, call, db, event, keyOf, name, open, tokenOf } = await stage()
  const { body: member } = await name(event.id, 'Naledi')
  const token = await tokenOf(member.id)
  const admin = await asAdmin()
  await admin.call(removeCrewMember, { params: { id: member.id } })
  const body = { token }
  for (const { status, headers } of [
    await open(token),
    await call(readCrewBoard, { body }),
    await call(openCrewRoom, { body }),
    await call(markCrewQuestion, { params: { id: 1 }, body: { token, state: 'picked' } }),
  ]) {
    expect([status, headers['refusal-code']]).toEqual([404, 'unknown_link'])
  }
  expect(await keyOf('naledi@example.com')).toBeUndefined()
  expect((await admin.call(removeCrewMember, { params: { id: member.id } })).status).toBe(404)
  const back = await name(event.id, 'Naledi')
  expect((await open(token)).status).toBe(404)
  expect((await open(await tokenOf(back.body.id))).status).toBe(200)
  // A registrant's link is not a crew link, even with the same row id.
  const [row] = await db.select().from(eventCrew)
  const asRegistrant = makeLinkToken(await readLinkKey(db), 'join', row!)
  expect((await open(asRegistrant)).status).toBe(404)
})

test('the crew has the board of their own event, and of no other', async () => {
  const { asAdmin, call, db, event, name, tokenOf } = await stage()
  const other = await buildEvent(db)
  for (const { id } of [event, other]) {
    const body = registrationBody({ eventIds: [id] })
    await call(registerForEvents, { body })
    const [seat] = await db
      .select({
        id: eventRegistrations.id,
        createdAt: eventRegistrations.createdAt,
        email: users.email,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(users.email, body.email))
    const token = makeLinkToken(await readLinkKey(db), 'join', seat!)
    await call(askQuestion, { body: { eventId: id, token, text: `Why ${id}?` } })
  }
  const token = await tokenOf((await name(event.id, 'Sipho', 'host')).body.id)
  const { questions } = (await call(readCrewBoard, { body: { token } })).body
  expect(questions).toMatchObject([{ text: `Why ${event.id}?`, author: 'Thandi Nkosi' }])
  const mark = (id: number) =>
    call(markCrewQuestion, { params: { id }, body: { token, state: 'picked' } })
  expect((await mark(questions[0]!.id)).body).toMatchObject({ state: 'picked' })
  const admin = await asAdmin()
  const board = async (id: number) =>
    (await admin.call(readQuestionBoard, { params: { id } })).body.questions[0]!
  expect(await board(event.id)).toMatchObject({ state: 'picked' })
  const theirs = await board(other.id)
  const refused = await mark(theirs.id)
  expect([refused.status, refused.headers['refusal-code']]).toEqual([404, 'no_such_question'])
  expect(await board(other.id)).toMatchObject({ state: 'open' })
})
