import { expect, test } from 'vitest'
import { nameQuestions } from './column-labels.ts'
import { readAttendees, readList } from './read-attendees.ts'

const questions = nameQuestions([
  { id: 1, label: 'Diet', eventId: null },
  { id: 2, label: 'Size', eventId: 7 },
  { id: 3, label: 'Size', eventId: 8 },
  { id: 4, label: 'Topic', eventId: 7 },
  { id: 5, label: 'Topic', eventId: null },
  { id: 6, label: 'Company', eventId: null },
  { id: 7, label: 'Position', eventId: null },
])

function read(header: string, row: string) {
  const list = readAttendees(readList(`${header}\n${row}`), undefined, undefined, questions)
  const roles = list.columns.map(({ role }) => role)
  return { roles: roles.slice(3), isAsked: list.isAsked, answers: list.attendees[0]?.answers, list }
}

const known = 'First Name,Last Name,Email'
const ann = 'Ann,Lee,ann@example.com'

test('columns of exported files named like questions have their answers', () => {
  const { isAsked, answers } = read(
    `${known},Company,diet,Size,Topic (4),Company (6)`,
    `${ann},Acme,"Vegan, mostly",'-5,Tax,"""Acme"""`,
  )
  expect(isAsked).toBe(false)
  expect(answers).toEqual({
    Diet: 'Vegan, mostly',
    Size: '-5',
    'Topic (4)': 'Tax',
    'Company (6)': '"Acme"',
  })
})

test.each([
  ['a label that one form asks twice', `${known},Topic`, `${ann},Tax`],
  ['two columns for one question', `${known},Diet,Diet`, `${ann},Vegan,None`],
])('%s is asked and not guessed', (_, header, row) => {
  const { roles, isAsked } = read(header, row)
  expect([isAsked, roles.filter(Boolean)]).toEqual([true, []])
})

test('a header of another list that fits a field and a question is asked and not guessed', () => {
  const { roles, isAsked } = read(`${known},Badge,Position`, `${ann},Blue,Founder`)
  expect([isAsked, roles]).toEqual([true, [undefined, undefined]])
})
