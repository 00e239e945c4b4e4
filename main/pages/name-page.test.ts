import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a page that fails is logged by its pattern, so that no token of a link comes into the log', async () => {
  const lines: string[] = []
  const { app, send } = await testApp({
    pages: builtPages,
    log: { write: (line) => void lines.push(line) },
  })
  app.operations.set('GET /api/site', () => Promise.reject(new Error('the site is away')))
  const named = async (url: string) => {
    lines.length = 0
    expect((await send({ url })).statusCode).toBe(500)
    expect(lines.join('')).toContain('the site is away')
    expect(lines.join('')).not.toContain('c1-SECRET')
    return lines.map((line) => (JSON.parse(line) as { path?: string }).path).find(Boolean)
  }
  for (const page of ['join', 'confirm-seat', 'enter', 'unsubscribe', 'resubscribe']) {
    expect(await named(`/${page}/c1-SECRET`)).toBe(`/${page}/:token`)
    expect(await named(`/${page.toUpperCase()}/c1-SECRET?source=mail`)).toBe(`/${page}/:token`)
  }
  expect(await named('/members')).toBe('/members')
  expect(await named('/')).toBe('/')
  expect(await named('/joinn/c1-SECRET')).toBe('*')
})
