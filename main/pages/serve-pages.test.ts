import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { testApp } from '#tests/support/test-app.ts'

test('pages for different hosts are kept apart and a host that is none is refused', async () => {
  const { send } = await testApp({ pages: builtPages })
  const page = (host: string) => send({ url: '/', headers: { host } })
  expect((await page('one.example')).body).toContain('http://one.example')
  const other = await page('two.example:8080')
  expect(other.body).toContain('http://two.example:8080')
  expect(other.body).not.toContain('one.example')
  expect((await page('ONE.example')).body).not.toContain('two.example')
  for (const host of ['a@evil.example', 'evil.example/x?', 'evil.example#', 'a b', '[::1']) {
    const answer = await page(host)
    expect([host, answer.statusCode]).toEqual([host, 400])
    expect(answer.json().errors[0].field).toBe('address')
  }
})

test('with PUBLIC_URL the host of a request decides nothing', async () => {
  const { send } = await testApp({
    pages: builtPages,
    config: { publicUrl: 'https://interviews.example.org' },
  })
  const answer = await send({ url: '/', headers: { host: 'evil.example' } })
  expect(answer.body).toContain('https://interviews.example.org')
  expect(answer.body).not.toContain('evil.example')
})

test('the list of files of a build that is gone is answered 404, which a page of that build asks for', async () => {
  const { send } = await testApp({ pages: builtPages })
  const [, present = ''] =
    /"(\/assets\/manifest-[^"]+\.js)"/.exec((await send({ url: '/' })).body) ?? []
  const ask = async (url: string) => (await send({ method: 'HEAD', url })).statusCode
  expect([await ask(present), await ask('/assets/manifest-gone.js')]).toEqual([200, 404])
})

test('no address that a visitor can type is an error in the log', async () => {
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const { app } = await testApp({ pages: builtPages, log, config: { logLevel: 'error' } })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const url of ['/share/a%0d%0ab', '/members/%0a', '/a/%e2%80%a8/b', '/no%0dpage.data']) {
    expect([url, (await rawRequest(origin, { url })).statusCode]).toEqual([url, 404])
  }
  expect(lines).toEqual([])
})
