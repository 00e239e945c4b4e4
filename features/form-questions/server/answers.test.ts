import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  replaceFormQuestions,
  replaceSeriesFormQuestions,
} from '#features/form-questions/contract.ts'
import { registerForEvents, requestVideoAccess } from '#features/registrations/contract.ts'
import { formAnswers } from '#schema/form-questions.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const listed = [
  { kind: 'short', label: 'Role', isRequired: true },
  { kind: 'long', label: 'Hopes', isRequired: false },
  { kind: 'one', label: 'Size', options: ['Small', 'Large'], isRequired: false },
  { kind: 'several', label: 'Topics', options: ['Tax', 'Law', 'Sales'], isRequired: false },
  { kind: 'yes_no', label: 'First time?', isRequired: true },
] as const

async function stage() {
  const app = await testApp()
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db)
  const saved = await admin.call(replaceFormQuestions, {
    params: { id: event.id },
    body: structuredClone(listed) as never,
  })
  const [role, hopes, size, topics, first] = saved.body.map(({ id }) => id)
  const register = (answers: object | undefined, fields: object = {}) =>
    app.call(registerForEvents, {
      body: registrationBody({ eventIds: [event.id], answers, ...fields }) as never,
    })
  const stored = async () =>
    Object.fromEntries(
      (await app.db.select().from(formAnswers)).map(({ questionId, value }) => [questionId, value]),
    )
  const ids = { role: role!, hopes: hopes!, size: size!, topics: topics!, first: first! }
  return { ...app, admin, event, ids, register, stored, questions: saved.body }
}

test('every kind of answer is stored with the registration', async () => {
  const { register, stored, ids } = await stage()
  const given = {
    [ids.role]: ' Founder ',
    [ids.hopes]: 'x'.repeat(4000),
    [ids.size]: 'Large',
    [ids.topics]: ['Sales', 'Tax', 'Sales'],
    [ids.first]: false,
  }
  expect((await register(given)).status).toBe(200)
  expect(await stored()).toEqual({
    ...given,
    [ids.role]: 'Founder',
    [ids.topics]: ['Tax', 'Sales'],
  })
})

test('a missing required answer is refused by field and nothing is written', async () => {
  const { register, ids, db } = await stage()
  const answer = await register({ [ids.role]: '   ' })
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    [
      { field: `answers.${ids.role}`, message: 'Please answer this question' },
      { field: `answers.${ids.first}`, message: 'Please answer this question' },
    ],
  ])
  expect((await register(undefined)).status).toBe(400)
  expect(await db.$count(users)).toBe(0)
})

test('an answer that does not fit its question is refused by field', async () => {
  const { register, ids } = await stage()
  const wrong = [
    [ids.role, 7],
    [ids.role, 'x'.repeat(4001)],
    [ids.role, ['a']],
    [ids.role, 'a\u0000b'],
    [ids.size, 'Medium'],
    [ids.size, ['Large']],
    [ids.topics, ['Tax', 'Medicine']],
    [ids.first, 'maybe'],
  ] as const
  for (const [id, value] of wrong) {
    const answer = await register({ [ids.role]: 'Founder', [ids.first]: 'yes', [id]: value })
    const fields = answer.body.errors?.map(({ field }) => field)
    expect([value, answer.status, fields]).toEqual([value, 400, [`answers.${id}`]])
  }
})

test('answers to questions that the form does not ask are ignored', async () => {
  const { register, ids, stored, db, admin } = await stage()
  const other = await buildEvent(db)
  const [foreign] = (
    await admin.call(replaceFormQuestions, {
      params: { id: other.id },
      body: [{ kind: 'short', label: 'Elsewhere', isRequired: true }],
    })
  ).body
  const given = { [ids.role]: 'Founder', [ids.first]: 'no' }
  const answer = await register({ ...given, [foreign!.id]: 'x', 999999: 'y' })
  expect(answer.status).toBe(200)
  expect(await stored()).toEqual({ [ids.role]: 'Founder', [ids.first]: false })
})

test('several events ask for the answers of each, and each registration gets its own', async () => {
  const { admin, event, ids, register, db } = await stage()
  const other = await buildEvent(db)
  const body = [{ kind: 'short', label: 'Diet', isRequired: true } as const]
  const params = { id: other.id }
  const [diet] = (await admin.call(replaceFormQuestions, { params, body })).body
  const [source] = (
    await admin.call(replaceSeriesFormQuestions, {
      body: [{ kind: 'short', label: 'Source', isRequired: false }],
    })
  ).body
  const eventIds = [event.id, other.id]
  const given = { [ids.role]: 'Founder', [ids.first]: 'yes', [source!.id]: 'A friend' }
  const missing = await register(given, { eventIds })
  expect(missing.body.errors).toMatchObject([{ field: `answers.${diet!.id}` }])
  expect((await register({ ...given, [diet!.id]: 'Vegan' }, { eventIds })).status).toBe(200)
  const rows = await db
    .select({ eventId: eventRegistrations.eventId, questionId: formAnswers.questionId })
    .from(formAnswers)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, formAnswers.registrationId))
    .orderBy(eventRegistrations.eventId, formAnswers.questionId)
  expect(rows).toEqual([
    { eventId: event.id, questionId: ids.role },
    { eventId: event.id, questionId: ids.first },
    { eventId: event.id, questionId: source!.id },
    { eventId: other.id, questionId: diet!.id },
    { eventId: other.id, questionId: source!.id },
  ])
})

test('a repeated registration adds missing answers and overwrites none', async () => {
  const { register, ids, stored } = await stage()
  const email = 'zola@example.com'
  await register({ [ids.role]: 'Founder', [ids.first]: 'no' }, { email })
  await register({ [ids.role]: 'Intern', [ids.first]: 'yes', [ids.size]: 'Small' }, { email })
  expect(await stored()).toEqual({
    [ids.role]: 'Founder',
    [ids.first]: false,
    [ids.size]: 'Small',
  })
})

test('answers stay after their question is archived, and the form no longer needs it', async () => {
  const { register, ids, stored, admin, event } = await stage()
  await register({ [ids.role]: 'Founder', [ids.first]: 'no' })
  await admin.call(replaceFormQuestions, { params: { id: event.id }, body: [] })
  expect((await register(undefined, { email: 'sipho@example.com' })).status).toBe(200)
  expect(await stored()).toEqual({ [ids.role]: 'Founder', [ids.first]: false })
})

test('the library registers for an event without answers', async () => {
  const { call, event, db } = await stage()
  const body = registrationBody({ eventId: event.id, receiveEventInvites: true })
  expect((await call(requestVideoAccess, { body })).status).toBe(200)
  expect(await db.$count(eventRegistrations)).toBe(1)
})
