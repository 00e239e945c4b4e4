import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { GiveUp, TryLater } from './outcomes.ts'
import { reportFailures } from './report-failures.ts'
import { runSteps } from './run-steps.ts'

function listen() {
  let time = 1_000_000
  const heard: Error[] = []
  const report = reportFailures(
    (error) => void heard.push(error as Error),
    () => time,
  )
  return { report, heard, wait: (ms: number) => void (time += ms) }
}

test('a job about a person is reported by name, code and place, without the words that name an address', () => {
  const { report, heard } = listen()
  const refusal = Object.assign(new Error('450 <thandi@example.com>: try later'), {
    code: 'EENVELOPE',
  })
  report('send-message', refusal)
  expect(heard[0]!.message).toBe('send-message failed: Error EENVELOPE')
  expect(heard[0]!.stack).toContain('report-failures.test.ts')
  expect(heard[0]!.stack).not.toContain('thandi')
})

test('what a job meant to end with is reported to nobody', () => {
  const { report, heard } = listen()
  report('send-message', new GiveUp('no such mailbox'))
  report('sync-subscriber', new TryLater('too many', new Date()))
  expect(heard).toEqual([])
})

test('the steps of a sweep are reported one by one, with their words but without a query’s parameters', async () => {
  const { report, heard } = listen()
  const done: string[] = []
  const query = new DrizzleQueryError('select $1', ['thandi@example.com'], new Error('too slow'))
  const failure = await runSteps([
    ['inner', () => runSteps([['event 3', () => Promise.reject(new RangeError('no such date'))]])],
    ['second', () => Promise.reject(query)],
    ['third', async () => done.push('third')],
  ]).catch((error: unknown) => error)
  report('sweep', failure)
  expect(heard.map(({ message }) => message)).toEqual([
    'sweep (inner, event 3) failed: RangeError no such date',
    'sweep (second) failed: Error too slow',
  ])
  expect(heard.map(({ stack }) => stack).join('')).not.toContain('thandi')
  expect(done).toEqual(['third'])
})

test('the same failure is reported once a minute, however many jobs meet it', () => {
  const { report, heard, wait } = listen()
  const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (let jobs = 0; jobs < 100; jobs++) report('send-message', outage)
  report('take-webinar-seat', outage)
  expect(heard).toHaveLength(2)
  wait(60_000)
  report('send-message', outage)
  expect(heard).toHaveLength(3)
})
