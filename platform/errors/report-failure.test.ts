import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { markAsDatabases } from './database-trouble.ts'
import { createFailureReport } from './report-failure.ts'

function listen() {
  let time = 1_000_000
  const lines: string[] = []
  const report = createFailureReport(
    (line) => void lines.push(line),
    () => time,
  )
  return { report, lines, wait: (ms: number) => void (time += ms) }
}

function refused() {
  const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  })
  markAsDatabases(error)
  return error
}

test('an unreachable database logs one line a minute, for all callers and errors', () => {
  const { report, lines, wait } = listen()
  for (let call = 0; call < 100; call++) {
    report('Queue: send-message', refused())
    // The queue reports copies of errors, without a stack.
    report('Queue: sweep', Object.assign({}, refused(), { message: refused().message, stack: '' }))
    report('A call', new DrizzleQueryError('select 1', [], refused()))
    report('A page', new Error('Connection terminated unexpectedly'))
    report('A page', Object.assign(new Error('shutting down'), { code: '57P01' }))
  }
  expect(lines).toEqual([
    'The database does not answer; visitors see cached pages or are asked to try again (connect ECONNREFUSED 10.0.0.1:5432)',
  ])
  wait(60_000)
  report('A call', refused())
  expect(lines).toHaveLength(2)
})

test('each kind of failure is one readable line a minute', () => {
  const { report, lines, wait } = listen()
  for (let tries = 0; tries < 50; tries++) {
    report('Queue: sweep', { message: 'what\n  is this', stack: 'Error\n    at node:internal' })
    report('Queue: sweep', new RangeError('no such date'))
    report('Tidying the database', 'a word')
  }
  expect(lines).toEqual([
    'Queue: sweep failed: Error what is this',
    expect.stringMatching(/^Queue: sweep failed: RangeError no such date \(platform\/.*:\d+\)$/),
    'Tidying the database failed: a word',
  ])
  wait(60_000)
  report('Tidying the database', 'a word')
  expect(lines).toHaveLength(4)
})

test('a place is named from the project on, whatever the folders above it are called', () => {
  const { report, lines } = listen()
  const project = new URL('../../', import.meta.url).pathname
  const at = (path: string) => ({ message: 'gone', stack: `Error\n    at read (${path}:7:3)` })
  report('Here', at(`file://${project}platform/main/tests/read.ts`))
  report('Elsewhere', at('/srv/main/platform/read.ts'))
  expect(lines).toEqual([
    'Here failed: Error gone (platform/main/tests/read.ts:7:3)',
    'Elsewhere failed: Error gone',
  ])
})

test('a full disk and too many connections have words of their own', () => {
  const { report, lines } = listen()
  report('A call', Object.assign(new Error('could not extend file'), { code: '53100' }))
  report('A call', Object.assign(new Error('too many clients'), { code: '53300' }))
  report('A call', new Error('timeout exceeded when trying to connect'))
  expect(lines).toEqual([
    expect.stringContaining('cannot write because the disk is full'),
    expect.stringMatching(/too busy to answer in time.* \(A call: 53300 too many clients\)$/),
  ])
})
