import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import * as contract from '#features/site/contract.ts'
import { pictureFolder } from '#platform/pictures/picture-folder.ts'
import { renderedPages, siteVersions } from '#schema/site.ts'
import { testApp } from '#tests/support/test-app.ts'
import { InvalidSiteFile } from './load-site.ts'
import { openSite } from './open-site.ts'
import { renderOwnPages } from './own-page.ts'
import { packSite, unpackSite } from './site-bundle.ts'

/** Markdown that takes longer to parse than the deadline. */
const endless = '*a_'.repeat(13_000)

async function editing() {
  const stage = await testApp()
  const admin = await stage.asAdmin()
  const { db, app } = stage
  async function save(privacy: string) {
    const { content, version } = (await admin.call(contract.getSiteContent)).body
    const body = { content: { ...content, pages: { privacy } }, version }
    return admin.call(contract.saveSiteDraft, { body })
  }
  async function publish() {
    const { version } = (await admin.call(contract.getSiteContent)).body
    expect((await admin.call(contract.publishSite, { body: { version } })).status).toBe(200)
  }
  const open = async () =>
    (await stage.call(contract.getOwnPage, { params: { page: 'privacy' } })).body
  /** Marks all stored pages, so that a test can tell whether a page was parsed again. */
  const mark = () => db.update(renderedPages).set({ html: sql`'stored ' || html` })
  /** Publishes a text without its HTML, as an earlier release did. */
  async function publishAsBefore(privacy: string) {
    const content = { ...app.deps.site(), pages: { privacy } }
    await db.insert(siteVersions).values({ id: 100, content })
    await app.deps.refreshSite()
  }
  return { ...stage, admin, save, publish, open, mark, publishAsBefore }
}

function siteFileWith(privacy: string) {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const siteFile = join(folder, 'site.json')
  const site = JSON.parse(readFileSync('content/site.json', 'utf8'))
  writeFileSync(siteFile, JSON.stringify({ ...site, pages: { privacy } }))
  return { siteFile, siteFileDecides: true }
}

test('a page is parsed when it is saved, and shown from what was stored then', async () => {
  const { db, save, publish, open, mark } = await editing()
  expect((await save('# Ours\n\nWe *keep* this.')).status).toBe(200)
  expect(await db.select().from(renderedPages)).toMatchObject([
    { title: 'Ours', html: '<p>We <em>keep</em> this.</p>', mistake: null, isPlain: false },
  ])
  await mark()
  // Saving other changes does not parse the text again.
  expect((await save('# Ours\n\nWe *keep* this.')).status).toBe(200)
  await publish()
  expect(await open()).toMatchObject({
    title: 'Ours',
    html: 'stored <p>We <em>keep</em> this.</p>',
  })
})

test('publishing deletes the stored pages of other texts, and restoring a version renders its page again', async () => {
  const { db, admin, save, publish, open, mark } = await editing()
  for (const text of ['First', 'Second']) {
    expect((await save(text)).status).toBe(200)
    await publish()
  }
  expect(await db.select().from(renderedPages)).toMatchObject([{ html: '<p>Second</p>' }])
  const { body: versions } = await admin.call(contract.listSiteVersions)
  const params = { id: versions[1]!.id }
  expect((await admin.call(contract.restoreSiteVersion, { params })).status).toBe(200)
  await mark()
  await publish()
  expect((await open()).html).toBe('stored <p>First</p>')
})

test('a text that takes too long is refused each time it is saved, and nothing of it is stored', async () => {
  const { db, save } = await editing()
  for (const _time of [1, 2]) {
    const { status, body } = await save(endless)
    const message = expect.stringContaining('takes too long to read')
    expect([status, body.errors]).toEqual([400, [{ field: 'pages.privacy', message }]])
  }
  expect(await db.$count(renderedPages)).toBe(0)
})

test('a page that an earlier release published is rendered once, at the start or when it is first shown', async () => {
  const { db, app, open, mark, publishAsBefore } = await editing()
  await publishAsBefore('# Ours\n\nWe [keep](javascript:alert(1)) this.')
  await renderOwnPages(db, app.deps.site())
  expect(await db.$count(renderedPages)).toBe(1)
  await mark()
  await renderOwnPages(db, app.deps.site())
  expect(await open()).toMatchObject({ title: 'Ours', html: 'stored <p>We <a>keep</a> this.</p>' })
  await db.delete(renderedPages)
  app.deps.cache.clear()
  expect((await open()).html).toBe('<p>We <a>keep</a> this.</p>')
  expect(await db.$count(renderedPages)).toBe(1)
})

test('a page of an earlier release that takes too long is shown without markup, and refused when it is saved', async () => {
  const { db, open, save, publishAsBefore } = await editing()
  const text = `We keep <this>.\n\n${endless}`
  await publishAsBefore(text)
  const { title, html } = await open()
  expect([title, html.startsWith('<p>We keep &lt;this&gt;.</p>\n<p>*a_*a_')]).toEqual([
    'Privacy notice',
    true,
  ])
  expect(await db.select().from(renderedPages)).toMatchObject([{ isPlain: true }])
  expect((await save(text)).status).toBe(400)
})

test('an import and SITE_FILE store their pages, and refuse one that takes too long by its field', async () => {
  const { db, app, publishAsBefore } = await editing()
  const folder = pictureFolder(app.deps.config.siteFile)
  const { deps } = app
  const place = { db, content: deps, folder, pictures: deps.pictures, now: new Date() }
  await publishAsBefore('Ours')
  const packed = JSON.parse(await packSite(place))
  const importText = (privacy: string) => {
    packed.content.pages.privacy = privacy
    return unpackSite(JSON.stringify(packed), 'Imported', place)
  }
  await importText('From *elsewhere*')
  await openSite(db, siteFileWith('From a *file*'))
  const stored = await db.select().from(renderedPages)
  expect(stored.map(({ html }) => html).toSorted()).toEqual([
    '<p>From <em>elsewhere</em></p>',
    '<p>From a <em>file</em></p>',
    '<p>Ours</p>',
  ])
  await expect(importText(endless)).rejects.toThrow(/ {2}pages\.privacy: takes too long to read/)
  const opening = openSite(db, siteFileWith(endless))
  await expect(opening).rejects.toThrow(InvalidSiteFile)
  await expect(opening).rejects.toThrow(/ {2}pages\.privacy: takes too long to read/)
  // Invalid links do not stop the start; the page is shown without them.
  await openSite(db, siteFileWith('[wrong](javascript:alert(1))'))
})
