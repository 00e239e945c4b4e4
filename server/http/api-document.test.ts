import { expect, test } from 'vitest'
import { catalogue } from '#shared/contract/catalogue.ts'
import { testApp } from '#tests/support/test-app.ts'

type Call = {
  summary: string
  description: string
  security?: object[]
  responses: Record<string, object>
}

test('the API document names of every call who may make it and what it answers otherwise', async () => {
  const { app } = await testApp()
  const answer = await app.inject('/api/openapi.json')
  const { paths } = answer.json<{ paths: Record<string, Record<string, Call>> }>()
  for (const { access, method, path, summary } of catalogue) {
    const call = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(call, `${method} ${path}`).toMatchObject({ summary, description: expect.any(String) })
    const isOpen = access === 'public' || access === 'signed'
    expect(call!.security ?? []).toEqual(isOpen ? [] : [{ session: [] }])
    expect(Object.keys(call!.responses)).toEqual(expect.arrayContaining(['200', '4XX', '5XX']))
  }
  const login = paths['/api/admin/login']!.post!
  expect(JSON.stringify(login.responses['4XX'])).toContain('"errors"')
  expect(paths['/api/admin/audit-log']!.get!.description).toContain('administrator')
})
