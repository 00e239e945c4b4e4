import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  replaceFormQuestions,
  replaceSeriesFormQuestions,
} from '#features/form-questions/contract.ts'
import { formQuestionLimits, writeAnswer } from '#features/form-questions/rules.ts'
import { importAttendees, previewAttendees, undoImportBatch } from '#features/imports/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { formAnswers } from '#schema/form-questions.ts'
import { answered } from '#tests/support/answered.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { dump } from '#tests/support/imported-batch.ts'
import { testApp } from '#tests/support/test-app.ts'

const email = 'zola@example.com'

async function stage() {
  const app = await testApp()
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db)
  const ask = async (body: object[], id = event.id) =>
    (await admin.call(replaceFormQuestions, { params: { id }, body: body as never })).body
  const person = { firstName: 'Zola', lastName: 'Ndaba', email, eventIdentifier: String(event.id) }
  const send = async (answers: Record<string, string>, more: object = {}) =>
    (
      await admin.call(importAttendees, {
        body: { attendees: [{ ...person, line: 7, answers }], ...more },
      })
    ).body
  const preview = async (answers: Record<string, string>) => {
    const body = { attendees: [{ ...person, answers }], keepKnown: true }
    return (await admin.call(previewAttendees, { body })).body.rows[0]!
  }
  const stored = async () =>
    (await app.db.select().from(formAnswers).orderBy(asc(formAnswers.questionId))).map(
      ({ label, value }) => [label, value],
    )
  return { ...app, admin, event, ask, send, preview, stored, person }
}

test('the answer of each kind, as the file of people writes it, is imported and registered', async () => {
  const { ask, send, preview, stored } = await stage()
  await ask(formQuestionKinds.map((kind) => answered[kind].question))
  const lines = Object.values(answered)
  const cells = lines.map(({ question, answer }) => [question.label, writeAnswer(answer)])
  const listed = lines.map(({ question, answer }) => ({ question: question.label, answer }))
  expect(await preview(Object.fromEntries(cells))).toMatchObject({
    verdict: 'new',
    answers: listed,
  })
  expect(await stored()).toEqual([])
  const result = await send(Object.fromEntries(cells), { withRows: true })
  expect(result).toMatchObject({ imported: 1, eventRegistrations: 1, errors: [] })
  expect(await stored()).toEqual(lines.map(({ question, answer }) => [question.label, answer]))
  const known = await preview(Object.fromEntries(cells))
  expect(known).toMatchObject({ verdict: 'registered', answers: [] })
  const again = await send(Object.fromEntries(cells), { withRows: true })
  expect(again.rows).toEqual([{ row: 7, result: 'unchanged' }])
})

const topics = { kind: 'several', label: 'Topics', options: ['Tax', 'Law', 'Tax, Law'] }

test.each([
  [
    { kind: 'one', label: 'Size', options: ['Small', 'Large'] },
    'Medium',
    'Must be one of Small, Large, found "Medium"',
  ],
  [
    topics,
    'Tax, Sports',
    'Must be some of Tax, Law, Tax, Law, with commas or semicolons between them, found "Tax, Sports"',
  ],
  [
    topics,
    'Tax, Law',
    'Fits the options in more than one way. Write semicolons between them, found "Tax, Law"',
  ],
  [{ kind: 'yes_no', label: 'First time?' }, 'Perhaps', 'Must be yes or no, found "Perhaps"'],
  [
    { kind: 'long', label: 'Hopes' },
    'x'.repeat(formQuestionLimits.answer + 1),
    `Answer may have at most 4000 characters, found "${'x'.repeat(60)}…"`,
  ],
])('an answer to %j is refused with its row and the fix: %s', async (question, cell, problem) => {
  const { ask, send, preview, stored } = await stage()
  await ask([question])
  const label = question.label
  const result = await send({ [label]: cell })
  const found = result.errors[0]!.replace(`Row 7: Answer to “${label}”: `, '')
  expect(found).toBe(problem)
  expect(result).toMatchObject({ imported: 0, eventRegistrations: 0 })
  expect(await stored()).toEqual([])
  expect(await preview({ [label]: cell })).toMatchObject({
    verdict: 'invalid',
    problem: expect.stringContaining(found),
  })
})

test('the preview lists for each row the answers that its import adds or replaces', async () => {
  const { admin, ask, send, person } = await stage()
  await ask([
    { kind: 'short', label: 'Diet' },
    { kind: 'short', label: 'Hopes' },
  ])
  await send({ Diet: 'Vegan' })
  const attendees = [
    { ...person, answers: { Diet: 'None', Hopes: 'Much' } },
    { ...person, answers: { Diet: 'None', Hopes: 'Little' } },
  ]
  const listed = async (keepKnown: boolean) => {
    const { body } = await admin.call(previewAttendees, { body: { attendees, keepKnown } })
    return body.rows.map(({ answers }) => answers.map(({ answer }) => answer))
  }
  expect(await listed(true)).toEqual([['Much'], []])
  expect(await listed(false)).toEqual([['None', 'Much'], ['Little']])
})

test.each([
  ['tax; LAW', ['Tax', 'Law']],
  ['Law\nTax', ['Tax', 'Law']],
  ['Tax, Law; Tax', ['Tax', 'Tax, Law']],
])('options may be separated by semicolons and line breaks: %j', async (cell, value) => {
  const { ask, send, stored } = await stage()
  await ask([topics])
  expect((await send({ Topics: cell })).errors).toEqual([])
  expect(await stored()).toEqual([['Topics', value]])
})

test('a column is matched to the question of the event in its row, and never guessed', async () => {
  const { admin, ask, send, stored, db, person } = await stage()
  const size = { kind: 'short', label: 'Size', isRequired: false } as const
  const [own] = await ask([size])
  const other = await buildEvent(db)
  await ask([size], other.id)
  expect((await send({ ' size ': 'Small' })).errors).toEqual([])
  expect((await send({ Size: 'Big' }, {})).errors).toEqual([])
  expect(await stored()).toEqual([['Size', 'Big']])
  expect((await send({ Diet: 'Vegan' })).errors).toEqual([
    'Row 7: The form of this event does not ask “Diet”. Add the question to the event, or ignore the column',
  ])
  const [series] = (await admin.call(replaceSeriesFormQuestions, { body: [size] })).body
  expect((await send({ Size: 'Small' })).errors).toEqual([
    `Row 7: The form of this event asks “Size” more than once. Name the column “Size (${own!.id})” or “Size (${series!.id})”`,
  ])
  expect((await send({ [`Size (${series!.id})`]: 'Of the series' })).errors).toEqual([])
  expect(await stored()).toEqual([
    ['Size', 'Big'],
    ['Size', 'Of the series'],
  ])
  const attendees = [{ ...person, eventIdentifier: null, answers: { Size: 'Small' } }]
  const without = await admin.call(importAttendees, { body: { attendees } })
  expect(without.body.errors[0]).toContain('needs an event')
})

test(
  'known answers are kept or replaced, and the undo restores them',
  { tags: 'postgres' },
  async () => {
    const { admin, ask, send, stored, event, call, db } = await stage()
    const [diet, hopes] = await ask([
      { kind: 'short', label: 'Diet' },
      { kind: 'short', label: 'Hopes' },
    ])
    const answers = { [diet!.id]: 'Vegan' }
    await call(registerForEvents, {
      body: registrationBody({ email, eventIds: [event.id], answers }),
    })
    const before = await dump(db)
    const list = { Diet: 'None', Hopes: 'Pricing' }
    await send(list, { keepKnown: true, batchId: 'kept' })
    expect(await stored()).toEqual([
      [diet!.label, 'Vegan'],
      [hopes!.label, 'Pricing'],
    ])
    const undo = (id: string) => admin.call(undoImportBatch, { params: { id }, body: {} })
    expect((await undo('kept')).status).toBe(200)
    expect(await dump(db)).toEqual(before)
    await send(list, { batchId: 'replaced' })
    expect(await stored()).toEqual([
      [diet!.label, 'None'],
      [hopes!.label, 'Pricing'],
    ])
    expect((await undo('replaced')).status).toBe(200)
    expect(await stored()).toEqual([[diet!.label, 'Vegan']])
  },
)

test('the undo deletes the registrations that an import answered for', async () => {
  const { admin, ask, send, stored } = await stage()
  await ask([{ kind: 'short', label: 'Diet' }])
  await send({ Diet: 'Vegan' }, { batchId: 'added' })
  const undone = await admin.call(undoImportBatch, { params: { id: 'added' }, body: {} })
  expect([undone.status, await stored()]).toEqual([200, []])
})
