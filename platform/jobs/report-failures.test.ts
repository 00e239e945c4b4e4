import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createFailureReport } from '#platform/errors/report-failure.ts'
import { GiveUp, TryLater, reportFailures, runSteps } from './run-job.ts'

function listen() {
  const heard: string[] = []
  const report = reportFailures(createFailureReport((line) => void heard.push(line)))
  return { report, heard }
}

test('a job about a person is reported by name, code and place, without the words that name an address', () => {
  const { report, heard } = listen()
  const refusal = Object.assign(new Error('450 <thandi@example.com>: try later'), {
    code: 'EENVELOPE',
  })
  report('send-message', refusal)
  expect(heard).toEqual([
    expect.stringMatching(
      /^Queue: send-message failed: Error EENVELOPE \(platform\/jobs\/report-failures\.test\.ts:\d+:\d+\)$/,
    ),
  ])
})

test("a job's expected end is not reported", () => {
  const { report, heard } = listen()
  report('send-message', new GiveUp('no such mailbox'))
  report('sync-subscriber', new TryLater('too many', new Date()))
  expect(heard).toEqual([])
})

test('the steps of a sweep are reported one by one, with their words but without a query’s parameters', async () => {
  const { report, heard } = listen()
  const done: string[] = []
  const query = new DrizzleQueryError('select $1', ['thandi@example.com'], new Error('too odd'))
  const failure = await runSteps([
    ['inner', () => runSteps([['event 3', () => Promise.reject(new RangeError('no such date'))]])],
    ['second', () => Promise.reject(query)],
    ['third', async () => done.push('third')],
  ]).catch((error: unknown) => error)
  report('sweep', failure)
  expect(heard).toEqual([
    expect.stringMatching(/^Queue: sweep \(inner, event 3\) failed: RangeError no such date \(/),
    expect.stringMatching(/^Queue: sweep \(second\) failed: Error too odd \(/),
  ])
  expect(heard.join('')).not.toContain('thandi')
  expect(done).toEqual(['third'])
})

test('a mail server that refuses the connection is not taken for the database', () => {
  const { report, heard } = listen()
  report('send-message', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(heard[0]).toMatch(/^Queue: send-message failed: Error ECONNREFUSED/)
})
