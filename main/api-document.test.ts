import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refusalsOf } from '#kernel/endpoint.ts'
import { refusals } from '#kernel/refusals.ts'
import { checkAnswer } from '#tests/support/check-answer.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { testApp } from '#tests/support/test-app.ts'
import { operations } from './catalogue.ts'

type Call = {
  operationId: string
  summary: string
  description: string
  security: object[]
  responses: Record<string, object>
}

async function readDocument() {
  const { app } = await testApp()
  const answer = await app.inject('/api/openapi.json')
  return { app, text: answer.body, paths: answer.json<{ paths: Paths }>().paths }
}
type Paths = Record<string, Record<string, Call>>

test('the API document names of every call who may make it and what it answers otherwise', async () => {
  const { paths } = await readDocument()
  for (const [name, entry] of operations) {
    const { access, method, path, summary } = entry
    const call = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const described = { operationId: name, summary, description: expect.any(String) }
    expect(call, `${method} ${path}`).toMatchObject(described)
    const isOpen = access === 'public' || access === 'signed'
    const byKey = typeof access === 'object' && [{ key: [access.scope] }]
    expect(call!.security).toEqual(byKey || (isOpen ? [] : [{ session: [] }]))
    const statuses = refusalsOf(entry).map((code) => String(refusals[code].status))
    expect(Object.keys(call!.responses)).toEqual(
      expect.arrayContaining([...statuses, entry.isSilent ? '204' : '200', '500']),
    )
  }
  const login = paths['/api/admin/login']!.post!
  expect(JSON.stringify(login.responses['401'])).toContain('wrong_password')
  expect(Object.keys(paths).filter((path) => path.includes('*'))).toEqual([])
})

test('the API document passes the rules that Redocly recommends, without an error or a warning', async () => {
  const { text } = await readDocument()
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-api-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, text)
  const { code, output } = await runCommand({
    args: [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      '--extends',
      'recommended',
      '--format',
      'stylish',
      file,
    ],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    limitSeconds: 60,
  })
  expect([code, output]).toEqual([0, expect.stringMatching(/is valid/)])
  expect(output).not.toMatch(/You have \d+ warning/)
})

test('a pattern of the API document escapes no slash: generators of clients escape it themselves', async () => {
  const { text } = await readDocument()
  const patterns: string[] = []
  JSON.parse(text, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect(patterns).toContainEqual(expect.stringContaining('^/images/'))
  expect(patterns.filter((pattern) => pattern.includes(String.raw`\/`))).toEqual([])
})

test('an answer that the API document does not give a call fails the test that got it', async () => {
  const { app } = await testApp()
  const answer = await app.inject('/api/site')
  const planted = (changes: object) => () =>
    checkAnswer(app, Object.assign(Object.create(answer), changes))
  const refused = (code: string) => ({ 'refusal-code': code, 'content-type': 'application/json' })
  const body = '{"message":"No."}'
  expect(planted({})).not.toThrow()
  expect(planted({ statusCode: 418 })).toThrow('GET /api/site answered 418: its entry has no such')
  expect(planted({ statusCode: 429, headers: refused('spent_link'), body })).toThrow(
    'does not list this code',
  )
  expect(planted({ statusCode: 429, headers: refused('too_many'), body })).toThrow(
    "must have required property 'retryAfter'",
  )
  expect(planted({ body: '{}' })).toThrow('not as documented')
})
