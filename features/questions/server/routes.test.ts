// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  askQuestion,
  listSharedQuestions,
  markQuestion,
  readOwnQuestions,
  readQuestionBoard,
  voteForQuestion,
} from '#features/questions/contract.ts'
import { boardTimes } from '#features/questions/rules.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { users } from '#schema/people.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

/** Creates an event, with functions to register, ask and vote by a join link's token. */
async function questionStage(config = {}) {
  const app = await testApp({ config })
  const { db, call } = app
  const event = await buildEvent(db)
  const params = { id: event.id }
  async function register(fields: object = {}) {
    const body = registrationBody({ eventIds: [event.id], ...fields })
    await call(registerForEvents, { body })
    const { id, createdAt } = eventRegistrations
    const [seat] = await db
      .select({ id, createdAt, email: users.email })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(users.email, body.email))
    const token = makeLinkToken(await readLinkKey(db), 'join', seat!)
    const ask = (text: string, isShared = true) =>
      call(askQuestion, { body: { eventId: event.id, token, text, isShared } })
    const vote = (question: number, isFor = true) =>
      call(voteForQuestion, { params: { id: question }, body: { token, isFor } })
    const own = async () =>
      (await call(readOwnQuestions, { body: { eventId: event.id, token } })).body
    return { email: body.email, seat: seat!, token, ask, vote, own }
  }
  const shared = async () => (await call(listSharedQuestions, { params })).body.questions
  return { ...app, event, params, register, shared }
}

test('registrants ask three questions each, and others see only what its author shares', async () => {
  const { clock, register, shared, event, call } = await questionStage()
  const thandi = await register()
  const { body } = await thandi.ask(' What did the second exit teach you? ')
  expect(body).toMatchObject({ isRegistered: true, left: 2, votedFor: [] })
  await thandi.ask('For your ears only', false)
  expect((await thandi.ask('x'.repeat(201))).body.errors).toMatchObject([{ field: 'text' }])
  expect((await thandi.ask('  ')).body.errors).toMatchObject([{ field: 'text' }])
  expect((await thandi.ask('y'.repeat(200))).body.left).toBe(0)
  const fourth = await thandi.ask('And another one')
  expect([fourth.status, fourth.headers['refusal-code']]).toEqual([409, 'questions_used_up'])
  const texts = (await shared()).map(({ text }) => text)
  expect(texts).toEqual(['What did the second exit teach you?', 'y'.repeat(200)])
  const asStranger = await call(askQuestion, { body: { eventId: event.id, text: 'Hm?' } })
  expect([asStranger.status, asStranger.headers['refusal-code']]).toEqual([403, 'not_registered'])
  clock.set('2026-12-10T17:30:00Z')
  const late = await (await register({ email: thandi.email })).ask('Too late?')
  expect([late.status, late.headers['refusal-code']]).toEqual([409, 'questions_closed'])
})

test('a verified session can ask questions, an unverified email cannot', async () => {
  const app = await questionStage()
  const { register, asMember, newCaller, event } = app
  const { email } = await register()
  const verified = newCaller()
  await verifyByLink(app, verified, email)
  const body = { eventId: event.id, text: 'Who was your first customer?' }
  expect((await verified.call(askQuestion, { body })).body).toMatchObject({ left: 2 })
  const byEmail = await asMember(email)
  expect((await byEmail.call(askQuestion, { body })).status).toBe(403)
  const own = await byEmail.call(readOwnQuestions, { body: { eventId: event.id } })
  expect(own.body).toEqual({ isRegistered: false, left: 0, mine: [], votedFor: [] })
})

test('twenty presses at once are three questions and one vote', async () => {
  const { db, register, shared } = await questionStage()
  const [asks, votes] = [await register(), await register()]
  await Promise.all(Array.from({ length: 20 }, (_, at) => asks.ask(`Question ${at}?`)))
  expect(await db.$count(eventQuestions)).toBe(3)
  const [first] = await shared()
  const answers = await Promise.all(Array.from({ length: 20 }, () => votes.vote(first!.id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await db.$count(questionVotes)).toBe(1)
})

test('only a confirmed registration asks and votes', async () => {
  const { db, register } = await questionStage()
  const [author, early] = [await register(), await register()]
  const [shown] = (await author.ask('For everybody?')).body.mine
  await db
    .update(eventRegistrations)
    .set({ registrationType: 'pre_registration' })
    .where(eq(eventRegistrations.id, early.seat.id))
  for (const refused of [await early.ask('Already?'), await early.vote(shown!.id)]) {
    expect([refused.status, refused.headers['refusal-code']]).toEqual([403, 'not_registered'])
  }
})

test('questions and votes on one node appear on the board of the other', async () => {
  const one = await questionStage()
  const other = await testApp({
    clock: one.clock,
    database: { ...one.database, truncate: async () => {} },
  })
  const board = async () =>
    (await other.call(listSharedQuestions, { params: one.params })).body.questions
  expect(await board()).toEqual([])
  const [author, voter] = [await one.register(), await one.register()]
  const [asked] = (await author.ask('Seen from everywhere?')).body.mine
  await voter.vote(asked!.id)
  one.clock.set(new Date(one.clock.now().getTime() + boardTimes.keptMs + 1).toISOString())
  expect(await board()).toMatchObject([{ id: asked!.id, text: 'Seen from everywhere?', votes: 1 }])
})

test('a vote counts once, can be taken back, and is for what may be seen', async () => {
  const { clock, register, shared, asAdmin } = await questionStage()
  const [author, voter] = [await register(), await register()]
  await author.ask('Shown to all?')
  await author.ask('Kept to the host?', false)
  const [shown, kept] = (await author.own()).mine
  expect((await voter.vote(shown!.id)).body).toMatchObject({ votes: 1, votedFor: [shown!.id] })
  expect((await voter.vote(shown!.id)).body.votes).toBe(1)
  expect((await voter.own()).votedFor).toEqual([shown!.id])
  expect((await author.vote(shown!.id)).body.votes).toBe(2)
  expect((await voter.vote(kept!.id)).status).toBe(404)
  expect((await voter.vote(999_999)).status).toBe(404)
  expect((await voter.vote(shown!.id, false)).body).toMatchObject({ votes: 1, votedFor: [] })
  expect(await shared()).toMatchObject([{ id: shown!.id, votes: 1 }])
  const admin = await asAdmin()
  await admin.call(markQuestion, { params: { id: shown!.id }, body: { state: 'hidden' } })
  clock.set('2026-12-01T08:00:02Z')
  expect(await shared()).toEqual([])
  expect((await voter.vote(shown!.id)).status).toBe(404)
  expect((await author.own()).mine[0]).toMatchObject({ state: 'hidden' })
})

test('the board knows every question with its author, those of the form included, in the order of the evening', async () => {
  const { clock, register, params, asAdmin } = await questionStage()
  const author = await register({ questions: 'From the form', firstName: 'Lerato' })
  for (const text of ['First', 'Second', 'Third']) await author.ask(text)
  const [form, first, second, third] = (await author.own()).mine
  expect(form).toMatchObject({ text: 'From the form', isFromForm: true, isShared: false })
  await (await register()).vote(third!.id)
  const admin = await asAdmin()
  const mark = (id: number, state: string) =>
    admin.call(markQuestion, { params: { id }, body: { state } })
  await mark(second!.id, 'picked')
  await mark(first!.id, 'answered')
  clock.set('2026-12-01T08:00:05Z')
  const { body } = await admin.call(readQuestionBoard, { params })
  expect(body.questions.map(({ text, state, votes }) => [text, state, votes])).toEqual([
    ['Second', 'picked', 0],
    ['Third', 'open', 1],
    ['From the form', 'open', 0],
    ['First', 'answered', 0],
  ])
  expect(body.questions[0]).toMatchObject({ author: 'Lerato Nkosi', isFromForm: false })
  expect((await mark(999_999, 'picked')).status).toBe(404)
  expect((await mark(first!.id, 'lost')).body.errors).toMatchObject([{ field: 'state' }])
})

test('the poll is the same cached response for all, with an ETag, and counts against no address', async () => {
  const { clock, register, send, params } = await questionStage({ rateLimits: true })
  const author = await register()
  await author.ask('How did you sleep?')
  const url = `/api/events/${params.id}/questions`
  const first = await send({ url })
  const { etag } = first.headers
  expect(etag).toMatch(/^W\//)
  const again = await send({ url, headers: { 'if-none-match': etag as string } })
  expect(again.statusCode).toBe(304)
  // Far more calls than the rate limit per minute, over several cache periods.
  for (let round = 0; round < 8; round++) {
    clock.set(new Date(clock.now().getTime() + 2000))
    const polls = await Promise.all(Array.from({ length: 400 }, () => send({ url })))
    expect(polls.every(({ statusCode }) => statusCode === 200)).toBe(true)
  }
  await author.ask('And now?')
  clock.set(new Date(clock.now().getTime() + 2000))
  expect((await send({ url })).json().questions).toHaveLength(2)
  expect((await send({ url: '/api/events/999999/questions' })).statusCode).toBe(404)
}, 60_000)
