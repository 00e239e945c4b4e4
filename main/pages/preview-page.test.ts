import { expect, test } from 'vitest'
import * as contract from '#features/site/contract.ts'
import type { Site } from '#kernel/site.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { drawPicture } from '#tests/support/test-pictures.ts'
import { testApp } from '#tests/support/test-app.ts'

async function editing() {
  const stage = await testApp({ pages: builtPages })
  const admin = await stage.asAdmin()
  async function save(change: (site: Site) => void) {
    const { content, version } = (await admin.call(contract.getSiteContent)).body
    change(content)
    const saved = await admin.call(contract.saveSiteDraft, { body: { content, version } })
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
    return saved.body.version
  }
  const publish = (version: number) => admin.call(contract.publishSite, { body: { version } })
  return { ...stage, admin, save, publish }
}

const words = `# Our **privacy** notice

What we [keep](https://keep.example/?a=1&b=2), and [where](/members). <script>alert(1)</script>

## Cookies

- [one](mailto:us@example.org)

# Another`

test('only administrators see pages of the draft, in a frame of this site', async () => {
  const { admin, db, save, send } = await editing()
  await buildEvent(db, { title: 'Soils of the south' })
  await save((site) => {
    site.series.name = 'Climate at Noon'
    site.pages.privacy = words
  })
  const frame = (page: string, rest = '') =>
    admin.send({ url: `/admin/site/preview?page=${encodeURIComponent(page)}${rest}` })
  for (const [page, status, text] of [
    ['/', 200, 'Soils of the south'],
    ['/events/soils-of-the-south', 200, 'Soils of the south'],
    ['/members', 200, 'Climate at Noon'],
    ['/privacy', 200, '<h2>Cookies</h2>'],
    ['/imprint', 404, 'Page Not Found'],
    ['/nothing-here', 404, 'Page Not Found'],
  ] as const) {
    const { statusCode, headers, body } = await frame(page)
    expect([page, statusCode, body.includes(text)]).toEqual([page, status, true])
    expect([page, body.includes('Climate at Noon')]).toEqual([page, status === 200])
    expect([page, /<script|modulepreload/.test(body)]).toEqual([page, false])
    expect([
      page,
      /href="\/admin\/site\/preview\?page=%2F[^"]*" target="_self"/.test(body),
    ]).toEqual([page, true])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
    })
  }
  const dark = (await frame('/', '&scheme=dark')).body
  const said = [':root{color-scheme:dark!important}', 'page=%2Fmembers&amp;scheme=dark']
  const asked = [...said, 'prefers-color-scheme'].filter((part) => dark.includes(part))
  expect(asked).toEqual(said)
  for (const page of [
    '//evil.example/',
    '/\\evil.example',
    '/admin',
    '/api/site',
    'x',
    '/images/a.png',
  ]) {
    expect([page, (await frame(page)).statusCode]).toEqual([page, 404])
  }
  const stranger = await send({ url: '/admin/site/preview?page=/' })
  expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([404, 'no-cache'])
  expect(stranger.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(stranger.body.includes('Climate at Noon')).toBe(false)
  const own = await admin.send({ url: '/' })
  expect(own.body.includes('Climate at Noon')).toBe(false)
  expect(own.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('pages of one’s own are served once they are published, and linked unless an outside address is given', async () => {
  const { admin, save, publish, send } = await editing()
  for (const url of ['/privacy', '/imprint']) expect((await send({ url })).statusCode).toBe(404)
  const picture = await drawPicture(30, 20).png().toBuffer()
  const body = { name: 'seal.png', content: picture.toString('base64') }
  const { address } = (
    await admin.send({ method: 'POST', url: '/api/admin/images', payload: body })
  ).json()
  const version = await save((site) => {
    delete site.series.privacyUrl
    site.pages = { privacy: words, imprint: `Written by us.\n\n![Our seal](${address})` }
  })
  await publish(version)
  const privacy = await send({ url: '/privacy' })
  expect([privacy.statusCode, privacy.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(privacy.body).toContain('<title>Our privacy notice | House Lights</title>')
  expect(privacy.body).toMatch(/<h1[^>]*>Our privacy notice<\/h1>/)
  expect(privacy.body).toContain('<h2>Another</h2>')
  expect(privacy.body).toContain('href="https://keep.example/?a=1&amp;b=2"')
  expect(privacy.body).toContain('&lt;script&gt;alert(1)')
  expect(privacy.body).toContain('rel="canonical" href="http://localhost')
  expect(privacy.body).not.toContain('noindex')
  const imprint = await send({ url: '/imprint' })
  expect(imprint.body).toContain(`src="${address}" alt="Our seal"`)
  const front = (await send({ url: '/' })).body
  expect(front).toMatch(/<a href="\/privacy"[^>]*>Privacy</)
  expect(front).toMatch(/<a href="\/imprint"[^>]*>Imprint</)
  expect((await send({ url: '/notify' })).body).toMatch(/<a href="\/privacy"[^>]*>Privacy notice</)
  const map = (await send({ url: '/sitemap.xml' })).body
  expect([map.includes('/privacy</loc>'), map.includes('/imprint</loc>')]).toEqual([true, true])
  await publish(
    await save((site) => {
      site.series.privacyUrl = 'https://elsewhere.example/privacy'
      site.pages = {}
    }),
  )
  expect((await send({ url: '/' })).body).toContain('href="https://elsewhere.example/privacy"')
  expect((await send({ url: '/imprint' })).statusCode).toBe(404)
})
