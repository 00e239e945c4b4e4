import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '#features/site/contract.ts'
import { pictureFolder } from '#platform/pictures/picture-folder.ts'
import { pictures as keptPictures } from '#schema/platform.ts'
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

test('a file of a release without the badge imports with the default, and an empty one stays empty', async () => {
  const { place, site } = await stage()
  const packed = JSON.parse(await packSite(place))
  const { openBadge, ...series } = packed.content.series
  expect(openBadge).toBe('Seats Limited')
  const write = (content: object) =>
    JSON.stringify({ ...packed, content: { ...packed.content, ...content } })
  await unpackSite(write({ series }), 'Older', place)
  expect(site().series.openBadge).toBe('Seats Limited')
  const hero = { ...packed.content.hero, claim: '', claimText: '' }
  await unpackSite(write({ hero, series: { ...series, openBadge: '' } }), 'Empty', place)
  expect(site()).toMatchObject({ series: { openBadge: '' }, hero: { claim: '', claimText: '' } })
})

test('pictures move however a page names them, those that are lost too, and uploads keep their names', async () => {
  const { app, place } = await stage((await testPictures()).config)
  const drawn = await drawPicture(800, 600).png().toBuffer()
  const upload = await place.pictures.keep(drawn)
  const logo = '/images/logos/kilnworks.svg'
  const { place: from, site } = await stage()
  await from.pictures.keep(drawn)
  const packed = JSON.parse(await packSite(from))
  const privacy = [
    `![one][ref] ![two](<${logo}>) ![three](${upload.address})`,
    `A file https://elsewhere.example${logo} and ${logo}.`,
    `[ref]: ${logo}?v=0123456789`,
  ].join('\n\n')
  const lost = '/images/lost/gone.webp'
  const bytes = await drawPicture(900, 500).webp({ quality: 20 }).toBuffer()
  const named = `/images/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`
  const content = {
    ...packed.content,
    pages: { privacy: `${privacy}\n\n![four](${named}) ![five](${lost})` },
  }
  const pictures = [...packed.pictures, { address: named, content: bytes.toString('base64') }]
  await unpackSite(JSON.stringify({ ...packed, content, pictures, missing: [lost] }), '', place)
  const { pages } = app.deps.site()
  const moved = /<([^>]+)>/.exec(pages.privacy!)![1]!
  expect(moved).toMatch(/^\/images\/[0-9a-f]{32}\.svg$/)
  const words = privacy
    .replaceAll(`${logo}?v=0123456789`, moved)
    .replaceAll(`<${logo}>`, `<${moved}>`)
  expect(pages.privacy).toBe(
    `${words.replace(`and ${logo}`, `and ${moved}`)}\n\n![four](${named}) ![five](${lost})`,
  )
  // The next export reports missing pictures again and can be imported, too.
  const again = await packSite(place)
  expect(JSON.parse(again).missing).toEqual([lost])
  await unpackSite(again, '', from)
  expect(site().pages.privacy).toContain(`![four](${named})`)
})

test('an import leaves a draft that is not published as it is, and keeps no picture of a file that is refused', async () => {
  const { place, asAdmin, db } = await stage((await testPictures()).config)
  const packed = JSON.parse(await packSite((await stage()).place))
  const admin = await asAdmin()
  const { content, version } = (await admin.call(contract.getSiteContent)).body
  const edited = { ...content, footer: { text: 'In the making' } }
  await admin.call(contract.saveSiteDraft, { body: { content: edited, version } })
  const before = await db.$count(keptPictures)
  for (const wrong of [{ news: 1 }, { pages: { privacy: '[x](javascript:alert)' } }]) {
    const text = JSON.stringify({ ...packed, content: { ...packed.content, ...wrong } })
    await expect(unpackSite(text, '', place)).rejects.toThrow('The file has mistakes')
  }
  expect(await db.$count(keptPictures)).toBe(before)
  await unpackSite(JSON.stringify(packed), 'Moved', place)
  const after = (await admin.call(contract.getSiteContent)).body
  expect(after).toMatchObject({ content: edited, version: 4, published: 3 })
})

test('a file that is no bundle, or a hostile one, changes nothing and names the field', async () => {
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
