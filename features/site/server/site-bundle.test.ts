import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '#features/site/contract.ts'
import { pictureFolder } from '#platform/pictures/picture-folder.ts'
import { drawPicture, testPictures } from '#tests/support/test-pictures.ts'
import { testApp } from '#tests/support/test-app.ts'
import { packSite, unpackSite } from './site-bundle.ts'

async function stage(config: object = {}) {
  const app = await testApp({ config })
  const { deps } = app.app
  const folder = pictureFolder(deps.config.siteFile)
  const place = { db: deps.db, content: deps, folder, pictures: deps.pictures, now: new Date() }
  return { ...app, place, site: deps.site }
}

test('content moves with its pictures to a site that has neither, and back to its own without a difference', async () => {
  const { place, site, call } = await stage()
  const packed = await packSite(place)
  const before = JSON.stringify(site())
  expect(await unpackSite(packed, 'Back', place)).toMatch(
    /^House Lights is published, with \d+ pictures/,
  )
  expect(JSON.stringify(site())).toBe(before)
  const other = await testPictures()
  const { place: there, app, asAdmin } = await stage(other.config)
  await unpackSite(packed, 'Moved', there)
  const shown = app.deps.site()
  expect(shown.hero.image!.src).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
  expect(shown.partners[0]!.logo).toMatch(/^\/images\/[0-9a-f]{32}\.svg$/)
  for (const [address, type] of [
    [shown.hero.image!.src, 'image/webp'],
    [shown.partners[0]!.logo, 'image/svg+xml'],
  ] as const) {
    const answer = await app.inject({ url: address })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
  }
  const share = await app.inject({ url: '/share/series.jpg' })
  expect([share.statusCode, share.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { body } = await (await asAdmin()).call(contract.listSiteVersions)
  expect(body[0]).toMatchObject({ who: null, note: 'Moved' })
  expect((await call(contract.getSite)).status).toBe(200)
})

test('a file that is no bundle, or a hostile one, changes nothing and is told by its field', async () => {
  const { place, site } = await stage()
  const before = JSON.stringify(site())
  const packed = JSON.parse(await packSite(place))
  const named = { address: '/images/logos/kilnworks.svg', content: 'bm8gc3Zn' }
  const wrong: [change: object, words: RegExp][] = [
    [{ format: 'else' }, /no file of "npm run site/],
    [{ version: 2 }, /newer release/],
    [{ content: { ...packed.content, series: {} } }, /series\.name: /],
    [{ content: { ...packed.content, news: 1 } }, /news: /],
    [{ pictures: [{ address: '/etc/passwd', content: 'AAAA' }] }, /pictures/],
    [{ pictures: [{ address: '/images/../x.png', content: '<' }] }, /pictures/],
    [
      { pictures: [{ address: '/images/hero.webp', content: 'AAAA' }] },
      /pictures\[0\].*must be one of/,
    ],
    [{ pictures: [named] }, /SVG/],
    [{ pictures: Array.from({ length: 301 }, () => named) }, /pictures/],
  ]
  for (const [change, words] of wrong) {
    await expect(unpackSite(JSON.stringify({ ...packed, ...change }), '', place)).rejects.toThrow(
      words,
    )
  }
  await expect(unpackSite('{', '', place)).rejects.toThrow('not valid JSON')
  const locked = { ...place, content: { ...place.content, siteLock: 'The file decides' } }
  await expect(unpackSite(JSON.stringify(packed), '', locked)).rejects.toThrow('The file decides')
  expect(JSON.stringify(site())).toBe(before)
})

test('the series’ share picture follows what is published', async () => {
  const { folder, config, add } = await testPictures()
  await writeFile(join(folder, 'share.jpg'), await drawPicture(1200, 630).jpeg().toBuffer())
  const { app, asAdmin } = await stage(config)
  const first = await app.inject({ url: '/share/series.jpg' })
  await add('other.jpg', await drawPicture(1200, 630).jpeg().toBuffer())
  const admin = await asAdmin()
  const { content } = (await admin.call(contract.getSiteContent)).body
  content.share.image.src = '/images/other.jpg'
  expect((await admin.call(contract.saveSiteDraft, { body: { content, version: 1 } })).status).toBe(
    200,
  )
  await admin.call(contract.publishSite, { body: { version: 2 } })
  const second = await app.inject({ url: '/share/series.jpg' })
  expect([first.statusCode, second.statusCode, second.rawPayload.equals(first.rawPayload)]).toEqual(
    [200, 200, false],
  )
  await rm(join(folder, 'share.jpg'))
})
