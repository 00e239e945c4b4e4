import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testApp } from '#tests/support/test-app.ts'
import { drawPicture, testPictures } from '#tests/support/test-pictures.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>'

async function siteWithPictures() {
  const pictures = await testPictures()
  const hero = await drawPicture(120, 60).webp().toBuffer()
  await pictures.add('banners/hero.webp', hero)
  await pictures.add('logos/mark.svg', drawing)
  const app = await testApp({ config: pictures.config })
  const get = (url: string, headers: Record<string, string> = {}) => app.send({ url, headers })
  return { ...pictures, ...app, get, hero }
}

function versionOf(content: Buffer) {
  return createHash('sha256').update(content).digest('hex').slice(0, 10)
}

test('a picture is sent as it is, with its type, and may be kept for ten minutes', async () => {
  const { get, hero } = await siteWithPictures()
  const answer = await get('/images/banners/hero.webp')
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(hero)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(hero.length),
    'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('with the version of its content a picture may be kept for good', async () => {
  const { get, hero } = await siteWithPictures()
  const lasting = await get(`/images/banners/hero.webp?v=${versionOf(hero)}`)
  expect(lasting.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const version of ['0123456789', '', `${versionOf(hero)}&v=${versionOf(hero)}`]) {
    const other = await get(`/images/banners/hero.webp?v=${version}`)
    expect(other.headers['cache-control']).toMatch(/^public, max-age=600,/)
  }
})

test('a cached picture is answered with 304 and no body', async () => {
  const { get } = await siteWithPictures()
  const url = '/images/banners/hero.webp?w=320&f=jpeg'
  const { headers } = await get(url)
  const etag = String(headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get(url, { 'if-none-match': known })
    expect(answer.statusCode).toBe(304)
    expect(answer.rawPayload).toHaveLength(0)
    expect(answer.headers.etag).toBe(etag)
  }
  const original = await get('/images/banners/hero.webp', { 'if-none-match': etag })
  expect(original.statusCode).toBe(200)
})

test('a changed file has another tag and another version', async () => {
  const { get, add, hero } = await siteWithPictures()
  const before = await get('/images/banners/hero.webp')
  const changed = await drawPicture(80, 40).webp().toBuffer()
  const file = await add('banners/hero.webp', changed)
  await utimes(file, new Date(), new Date(Date.now() + 5000))
  const after = await get(`/images/banners/hero.webp?v=${versionOf(hero)}`)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.headers['cache-control']).toMatch(/^public, max-age=600,/)
  expect(after.rawPayload.equals(changed)).toBe(true)
})

test('a drawing is sent as it is under a policy that lets it neither load nor run anything', async () => {
  const { get } = await siteWithPictures()
  for (const query of ['', '?w=640&f=avif', '?w=1']) {
    const answer = await get(`/images/logos/mark.svg${query}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(drawing)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  }
})

test('asking for the head alone gives the same headers and no body', async () => {
  const { send } = await siteWithPictures()
  for (const url of [
    '/images/banners/hero.webp',
    '/images/banners/hero.webp?w=320&f=jpeg',
    '/images/logos/mark.svg',
  ]) {
    const got = await send({ url })
    const head = await send({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    const { date: _then, 'x-request-id': _id, ...expected } = got.headers
    expect(head.headers).toMatchObject(expected)
  }
})

test('only reading is possible', async () => {
  const { send } = await siteWithPictures()
  const answer = await send({ method: 'POST', url: '/images/banners/hero.webp' })
  expect(answer.statusCode).toBe(404)
})
