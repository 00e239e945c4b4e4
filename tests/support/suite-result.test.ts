import { expect, test } from 'vitest'
import { summarise, untried, withReason, type SuiteResult } from './suite-result.ts'

function suite(changes: Partial<SuiteResult>): SuiteResult {
  return { name: 'one', passed: 0, failures: [], skipped: [], seconds: 0, ...changes }
}

function lastLine(results: SuiteResult[]) {
  return summarise(results).text.split('\n').at(-1)
}

test('the last line has the totals of every suite, and green needs no failure', () => {
  const green = [suite({ passed: 3 }), suite({ passed: 4 })]
  expect(lastLine(green)).toBe('7 passed, 0 failed')
  expect(summarise(green).isGreen).toBe(true)
  const red = [...green, suite({ passed: 1, failures: ['it broke'] })]
  expect(lastLine(red)).toBe('8 passed, 1 failed')
  expect(summarise(red).isGreen).toBe(false)
})

test('a suite in which nothing ran counts as a failure, and so does a run without suites', () => {
  expect(lastLine([suite({ passed: 5 }), suite({})])).toBe('5 passed, 1 failed')
  expect(lastLine([suite({ skipped: ['it waits'] })])).toBe('0 passed, 1 failed')
  expect(summarise([]).isGreen).toBe(false)
})

test('what was skipped or failed is listed above the totals', () => {
  const listed = { skipped: ['it waits'], failures: ['it broke'] }
  const { text } = summarise([suite({ passed: 1, ...listed })])
  expect(text).toContain('skipped one: it waits')
  expect(text).toContain('failed  one: it broke')
})

test('untried parts are listed beside the totals, neither passed nor failed', () => {
  const { text, isGreen } = summarise([suite({ passed: 1 }), untried('postgres', 'no server')])
  expect(text).toMatch(/NOT TRIED: postgres: no server\n1 passed, 0 failed$/)
  expect(isGreen).toBe(true)
  expect(summarise([untried('postgres', 'no server')]).isGreen).toBe(false)
})

test('a test that passed at its second try is listed with the error of the first', () => {
  const error = { message: '\u001b[31mexpected 2\u001b[39m\n\nreceived 3\nat line 4' }
  const line = withReason('it races', error)
  expect(line).toBe('it races: expected 2 received 3')
  const { text, isGreen } = summarise([suite({ passed: 1, secondTries: [line] })])
  expect(text).toContain('second try one: it races: expected 2 received 3')
  expect(isGreen).toBe(true)
})
