import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { answerFormQuestions, exportAccount, getAccount } from '#features/account/contract.ts'
import { replaceFormQuestions } from '#features/form-questions/contract.ts'
import { exportPerson, mergePerson, readPerson } from '#features/people/contract.ts'
import { preRegister, registerForEvents } from '#features/registrations/contract.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { formAnswers } from '#schema/form-questions.ts'
import { outboxEntries } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { answered } from '#tests/support/answered.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

const email = 'zola@example.com'

async function stage() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, call, newCaller } = app
  const admin = await app.asAdmin()
  const event = await buildEvent(db)
  const params = { id: event.id }
  const body = formQuestionKinds.map((kind) => answered[kind].question)
  const questions = (await admin.call(replaceFormQuestions, { params, body })).body
  const answers = Object.fromEntries(questions.map(({ id, kind }) => [id, answered[kind].answer]))
  async function keyOf(address: string) {
    return (await db.select().from(people)).find((one) => one.email === address)!.key
  }
  return {
    ...app,
    admin,
    params,
    questions,
    answers,
    async register(address: string, given: object = answers) {
      const form = registrationBody({ email: address, eventIds: [event.id], answers: given })
      expect((await call(registerForEvents, { body: form })).status).toBe(200)
      return keyOf(address)
    },
    async registerWithoutForm(address: string) {
      const form = registrationBody({ email: address, eventId: event.id })
      expect((await call(preRegister, { body: form })).status).toBe(200)
      return keyOf(address)
    },
    async verified(address: string) {
      const caller = newCaller()
      await verifyByLink(app, caller, address)
      return caller
    },
  }
}

test("every kind of answer is on the person's page and in both exports, also once archived or renamed", async () => {
  const { admin, verified, params, questions, register } = await stage()
  const key = await register(email)
  const renamed = { ...questions[0]!, label: 'Renamed' }
  await admin.call(replaceFormQuestions, { params, body: [renamed] })
  const shown = questions.map(({ kind }) => ({
    question: answered[kind].question.label,
    answer: answered[kind].answer,
  }))
  const page = await admin.call(readPerson, { params: { key } })
  expect(page.body.formAnswers).toMatchObject(shown)
  const own = await (await verified(email)).call(exportAccount)
  expect(own.body.formAnswers).toMatchObject(shown)
  const { parts } = (await admin.call(exportPerson, { params: { key } })).body
  const rows = parts.find(({ name }) => name === 'formAnswers')!.rows
  expect(rows.map(({ question, value }) => ({ question, answer: value }))).toEqual(shown)
})

test('a merge keeps the answers of the remaining person and adds missing ones', async () => {
  const { admin, db, questions, register, registerWithoutForm, answers } = await stage()
  const from = await register(email)
  const into = await registerWithoutForm('into@example.com')
  const { registrations } = (await admin.call(readPerson, { params: { key: into } })).body
  const registrationId = registrations[0]!.id
  const [{ id: questionId, label } = { id: 0, label: '' }] = questions
  await db.insert(formAnswers).values({ registrationId, questionId, value: 'Into', label })
  const merged = await admin.call(mergePerson, { params: { key: from }, body: { into } })
  expect(merged.status).toBe(200)
  const { formAnswers: kept } = (await admin.call(readPerson, { params: { key: into } })).body
  const expected = Object.values({ ...answers, [questionId]: 'Into' })
  expect(kept.map(({ answer }) => answer)).toEqual(expected)
  expect(new Set(kept.map((row) => row.registrationId))).toEqual(new Set([registrationId]))
})

test('people who registered without the form answer on /me, where required answers are enforced', async () => {
  const { admin, verified, questions, answers, register, registerWithoutForm } = await stage()
  const key = await registerWithoutForm(email)
  const member = await verified(email)
  const [registration] = (await member.call(getAccount)).body.registrations
  expect(registration?.openQuestions).toEqual(questions)
  const params = { id: registration!.id }
  const missing = await member.call(answerFormQuestions, { params, body: { answers: {} } })
  const required = questions.filter(({ isRequired }) => isRequired)
  expect([missing.status, missing.body.errors?.map(({ field }) => field)]).toEqual([
    400,
    required.map(({ id }) => `answers.${id}`),
  ])
  const done = await member.call(answerFormQuestions, { params, body: { answers } })
  expect([done.status, done.body]).toEqual([200, { openQuestions: [] }])
  const corrected = { answers: { [questions[0]!.id]: 'Corrected' } }
  expect((await member.call(answerFormQuestions, { params, body: corrected })).status).toBe(200)
  const [first] = (await admin.call(readPerson, { params: { key } })).body.formAnswers
  expect(first?.answer).toBe('Corrected')
  await register('sipho@example.com')
  const other = await verified('sipho@example.com')
  expect((await other.call(answerFormQuestions, { params, body: corrected })).status).toBe(404)
})

test('answers are refused once the event is over', async () => {
  const { clock, verified, answers, registerWithoutForm } = await stage()
  await registerWithoutForm(email)
  clock.set('2026-12-11T08:00:00Z')
  const member = await verified(email)
  const [registration] = (await member.call(getAccount)).body.registrations
  expect(registration?.openQuestions).toEqual([])
  const params = { id: registration!.id }
  expect((await member.call(answerFormQuestions, { params, body: { answers } })).status).toBe(409)
})

test('the confirmation asks only people whose answers are missing', async () => {
  const { db, questions, answers, register, registerWithoutForm, runJobs } = await stage()
  await register('all@example.com')
  const required = questions
    .filter(({ isRequired }) => isRequired)
    .map(({ id }) => [id, answers[id]])
  await register('required@example.com', Object.fromEntries(required))
  await registerWithoutForm(email)
  await runJobs()
  const mails = await db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))
  const asked = mails
    .filter(({ kind }) => kind === 'registration_confirmed')
    .map((mail) => [
      mail.email,
      /has (\w+ questions?) for you/.exec(JSON.stringify(mail.kept))?.[1],
    ])
  expect(asked).toEqual([
    ['all@example.com', undefined],
    ['required@example.com', undefined],
    [email, '5 questions'],
  ])
})

test('the list of registrants of an event has the answers, with a column for each question', async () => {
  const { admin, params, questions, answers, register, registerWithoutForm } = await stage()
  await register('all@example.com')
  await registerWithoutForm(email)
  await admin.call(replaceFormQuestions, { params, body: questions.slice(1) })
  const list = (await admin.send({ url: `/api/admin/people?event=${params.id}` })).json()
  const rows = list.people.map((row: { email: string; answers: object }) => [
    row.email,
    row.answers,
  ])
  expect(Object.fromEntries(rows)).toEqual({ 'all@example.com': answers, [email]: {} })
  const columns = list.formQuestions.map(({ label }: { label: string }) => label)
  expect(columns).toEqual(['Hopes', 'Size', 'Topics', 'First time?', 'Role'])
  const everyone = (await admin.send({ url: '/api/admin/people' })).json()
  expect(everyone.people[0]).not.toHaveProperty('answers')
})
