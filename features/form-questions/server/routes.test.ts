import { expect, test } from 'vitest'
import {
  listFormQuestions,
  listSeriesFormQuestions,
  replaceFormQuestions,
  replaceSeriesFormQuestions,
} from '#features/form-questions/contract.ts'
import { copyEvent, getCurrentEvent, getEventPage } from '#features/events/contract.ts'
import { listAuditLog } from '#features/administrators/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const size = {
  kind: 'one' as const,
  label: 'Company size',
  options: ['1 to 10', 'More'],
  isRequired: true,
}
const hope = { kind: 'long' as const, label: 'What do you hope to learn?', isRequired: false }

async function stage() {
  const app = await testApp()
  const event = await buildEvent(app.db)
  return { ...app, event, params: { id: event.id }, admin: await app.asAdmin() }
}

test('an event shows the questions of the series, then its own, on this node at once', async () => {
  const { admin, call, params, event } = await stage()
  expect((await call(getCurrentEvent)).body).not.toHaveProperty('formQuestions')
  const own = await admin.call(replaceFormQuestions, { params, body: [size, hope] })
  const ofSeries = await admin.call(replaceSeriesFormQuestions, {
    body: [{ kind: 'yes_no', label: 'First time?', isRequired: false }],
  })
  expect(own.body).toEqual([
    { id: expect.any(Number), ...size },
    { id: expect.any(Number), ...hope },
  ])
  const shown = [...ofSeries.body, ...own.body]
  expect((await call(getCurrentEvent)).body?.formQuestions).toEqual(shown)
  const page = await call(getEventPage, { params: { slug: event.slug } })
  expect(page.body.formQuestions).toEqual(shown)
  expect((await admin.call(listFormQuestions, { params })).body).toEqual(own.body)
  expect((await admin.call(listSeriesFormQuestions)).body).toEqual(ofSeries.body)
})

test('saving keeps ids, changes the order, archives what is left out and brings it back', async () => {
  const { admin, call, params } = await stage()
  const save = async (body: object) =>
    (await admin.call(replaceFormQuestions, { params, body: body as never })).body
  const [first, second] = await save([size, hope])
  const renamed = { ...second, label: 'Your question', isRequired: true }
  expect(await save([renamed, first!])).toEqual([renamed, first])
  expect(await save([renamed])).toEqual([renamed])
  expect((await call(getCurrentEvent)).body?.formQuestions).toEqual([renamed])
  expect(await save([first!])).toEqual([first])
  expect(await save([])).toEqual([])
  expect((await call(getCurrentEvent)).body).not.toHaveProperty('formQuestions')
  const { entries } = (await admin.call(listAuditLog)).body
  expect(entries.filter(({ action }) => action === 'form_questions_changed')).toHaveLength(5)
})

test('a question whose kind changes becomes another question', async () => {
  const { admin, params } = await stage()
  const [one] = (await admin.call(replaceFormQuestions, { params, body: [size] })).body
  const changed = { ...hope, id: one!.id }
  const [other] = (await admin.call(replaceFormQuestions, { params, body: [changed] })).body
  expect(other).toEqual({ ...hope, id: expect.any(Number) })
  expect(other!.id).not.toBe(one!.id)
})

test.each([
  ['eleven questions', Array.from({ length: 11 }, () => hope), 'body', 'At most 10 questions'],
  [
    'twenty-one options',
    [{ ...size, options: Array.from({ length: 21 }, (_, i) => `${i}`) }],
    '0.options',
    'At most 20 options',
  ],
  ['no options', [hope, { ...size, options: [] }], '1.options', 'Please add an option'],
  ['an option twice', [{ ...size, options: ['a', 'a '] }], '0.options', 'Each option only once'],
  ['a blank label', [{ ...hope, label: '  ' }], '0.label', 'Please enter the question'],
  ['an unknown kind', [{ ...hope, kind: 'date' }], '0.kind', /^Must be one of short, long/],
  ['an unknown id', [{ ...hope, id: 999 }], '0.id', 'This form has no such question'],
])('%s are refused by field', async (_, body, field, message) => {
  const { admin, params } = await stage()
  const answer = await admin.call(replaceFormQuestions, { params, body: body as never })
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { errors: [{ field, message: expect.stringMatching(message) }] },
  ])
  expect((await admin.call(listFormQuestions, { params })).body).toEqual([])
})

test('questions of another list and of an unknown event are refused', async () => {
  const { admin, params, db } = await stage()
  const other = await buildEvent(db)
  const [foreign] = (await admin.call(replaceSeriesFormQuestions, { body: [hope] })).body
  for (const id of [params.id, other.id]) {
    const answer = await admin.call(replaceFormQuestions, { params: { id }, body: [foreign!] })
    expect(answer.body.errors).toMatchObject([{ field: '0.id' }])
  }
  expect((await admin.call(listFormQuestions, { params: { id: 999 } })).status).toBe(404)
  const unknown = await admin.call(replaceFormQuestions, { params: { id: 999 }, body: [] })
  expect(unknown.status).toBe(404)
})

test('a change to a list that another administrator changed meanwhile is refused', async () => {
  const { admin, params } = await stage()
  const opened = await admin.call(listFormQuestions, { params })
  const headers = { 'if-match': String(opened.headers.etag) }
  const saved = await admin.call(replaceFormQuestions, { params, body: [hope], headers })
  const late = await admin.call(replaceFormQuestions, { params, body: [size], headers })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Another administrator changed these questions meanwhile. Nothing was saved. Please try again.',
  ])
  expect((await admin.call(listFormQuestions, { params })).body).toEqual(saved.body)
  const next = { 'if-match': String(saved.headers.etag) }
  const again = await admin.call(replaceFormQuestions, { params, body: [size], headers: next })
  expect(again.status).toBe(200)
})

test('the copy of an event asks the same questions', async () => {
  const { admin, params } = await stage()
  await admin.call(replaceFormQuestions, { params, body: [size, hope] })
  const copy = await admin.call(copyEvent, { params, body: {} })
  const copied = await admin.call(listFormQuestions, { params: { id: copy.body.id } })
  expect(copied.body).toMatchObject([size, hope])
})
