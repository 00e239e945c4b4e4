import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('the interview that was asked for goes along between login and registration, and from nowhere else', async () => {
  const { newCaller } = await testApp({ pages: builtPages })
  const host = 'greenroom.example'
  async function lead(url: string, referer?: string) {
    const headers = { host, ...(referer !== undefined && { referer }) }
    const { statusCode, headers: answered } = await newCaller().send({ url, headers })
    return [statusCode, answered.location]
  }
  const site = `http://${host}`
  expect(await lead('/register', `${site}/members?watch=7&t=724`)).toEqual([
    303,
    '/register?watch=7&t=724',
  ])
  expect(await lead('/members', `${site}/register?watch=7`)).toEqual([303, '/members?watch=7'])
  for (const [url, referer] of [
    ['/register', undefined],
    ['/register', `${site}/members`],
    ['/register', `${site}/members?watch=x`],
    ['/register', `${site}/?watch=7`],
    ['/register', 'http://elsewhere.example/members?watch=7'],
    ['/register', 'nonsense'],
    ['/members', `${site}/members?watch=7`],
    ['/register?watch=8', `${site}/members?watch=7`],
  ] as const) {
    expect([url, referer, ...(await lead(url, referer))]).toEqual([url, referer, 200, undefined])
  }
})
