import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getSite } from '#features/site/contract.ts'
import type { Site } from '#kernel/site.ts'
import { pageTexts } from '#kernel/texts-schema.ts'
import { testApp } from '#tests/support/test-app.ts'
import { InvalidSiteFile, loadSite } from './load-site.ts'

const original = readFileSync('content/site.json', 'utf8')

async function complaintAbout(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'site.json')
  writeFileSync(path, text)
  const error = await loadSite(path).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(InvalidSiteFile)
  return (error as Error).message
}

function changed(change: (site: Site) => void): string {
  const site = JSON.parse(original)
  change(site)
  return JSON.stringify(site)
}

test('the site file that comes along is valid, and visitors get it', async () => {
  const site = await loadSite('content/site.json')
  const { call } = await testApp()
  const answer = await call(getSite)
  expect(answer.status).toBe(200)
  // Remove the pictures' version parameters, which let browsers cache them.
  const withoutVersions = answer.text.replaceAll(/\?v=[0-9a-f]{10}/g, '')
  expect(answer.text).not.toBe(withoutVersions)
  // The response includes default texts, but no texts of mails, because no page shows them.
  const { pages: _, mails: _mails, ...shown } = site
  expect(JSON.parse(withoutVersions)).toEqual(
    JSON.parse(JSON.stringify({ ...shown, texts: pageTexts(site), isCounted: true })),
  )
  expect(answer.body.texts.front.register).toBe('Take a seat')
  expect(answer.body.texts.front.noneTitle).toBe('The next guest is not announced yet')
  expect(answer.text).not.toContain('pre_registration_noted')
  expect(answer.headers['cache-control']).toBe('public, no-cache')
})

test('a file that is not there is named together with the setting', async () => {
  const error = await loadSite('/no/such/site.json').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(InvalidSiteFile)
  expect((error as Error).message).toMatch(/^SITE_FILE .*\/no\/such\/site\.json/)
})

test('a file that is no JSON is refused with where it breaks', async () => {
  expect(await complaintAbout(original.slice(0, 200))).toMatch(/^SITE_FILE .* is not valid JSON: /)
})

test.for<[what: string, change: (site: Site) => void, line: string]>([
  ['a missing name', ({ series }) => Object.assign(series, { name: undefined }), 'series.name: '],
  ['a misspelt field', (site) => Object.assign(site, { sereis: {} }), 'sereis: '],
  [
    'a zone that is none',
    ({ display }) => Object.assign(display, { zone: 'Africa/Nowhere' }),
    'display.zone: ',
  ],
  [
    'a suffix that no database keeps',
    ({ display }) => Object.assign(display, { suffix: '\0' }),
    'display.suffix: ',
  ],
  [
    'a script as address',
    ({ series }) => Object.assign(series, { aboutUrl: 'javascript:alert(1)' }),
    'series.aboutUrl: ',
  ],
  [
    "another host's address in the disguise of a path",
    ({ series }) => Object.assign(series, { privacyUrl: '//evil.example' }),
    'series.privacyUrl: ',
  ],
  [
    'a picture outside the folder of pictures',
    ({ hero }) => Object.assign(hero.image!, { src: '/etc/passwd' }),
    'hero.image.src: ',
  ],
  [
    'an accent that a dark page would hide',
    (site) => Object.assign(site.look, { accent: '#1f5793', scheme: 'dark' }),
    'look.accent: The accent reaches 2.15:1 on the dark background, and a button needs 3:1',
  ],
  [
    'a look that is none of ours',
    (site) => Object.assign(site.look, { corners: 'wavy' }),
    'look.corners: The corners must be one of square, soft, round',
  ],
  [
    'a partner path that the site uses itself',
    (site) => Object.assign(site.partnerPaths[0]!, { path: '/admin' }),
    'partnerPaths[0].path: ',
  ],
  [
    'a misspelt text',
    (site) => Object.assign(site, { texts: { front: { regster: 'Register' } } }),
    'texts.front.regster: ',
  ],
  [
    'a text of no letters',
    (site) => Object.assign(site, { texts: { front: { register: ' ' } } }),
    'texts.front.register: front.register must not be empty',
  ],
  [
    'a text that is too long',
    (site) => Object.assign(site, { texts: { front: { register: 'x'.repeat(31) } } }),
    'texts.front.register: front.register must have at most 30 characters',
  ],
  [
    'a text that names what nobody knows',
    (site) => Object.assign(site, { mails: { moved: { subject: 'With {guest} at {hour}' } } }),
    'mails.moved.subject: There is no placeholder {hour}.',
  ],
  [
    'an opening that an earlier release called otherwise, too long',
    (site) => Object.assign(site, { mails: {}, texts: { mails: { recording: 'x'.repeat(3001) } } }),
    'mails.recording_ready.opening: Opening text must have at most 3000 characters',
  ],
  [
    'a kind of mail that there is not',
    (site) => Object.assign(site, { mails: { moved_on: { subject: 'On' } } }),
    'mails.moved_on: ',
  ],
  [
    'a text that names a guest where there is none',
    (site) => Object.assign(site, { texts: { share: { title: 'Bring {guest}' } } }),
    'texts.share.title: share.title contains the unknown placeholder {guest}, allowed: none',
  ],
])('%s is refused with the field and why', async ([, change, line]) => {
  const message = await complaintAbout(changed(change))
  expect(message).toMatch(/^SITE_FILE .* has mistakes:\n/)
  expect(message.split('\n').slice(1)).toEqual([expect.stringContaining(`  ${line}`)])
})

test('notes in the file may have any length', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'site.json')
  const note = 'Ours. '.repeat(1000)
  writeFileSync(
    path,
    changed((site) => Object.assign(site, { _note: note })),
  )
  expect((await loadSite(path))._note).toBe(note)
})

test('every mistake is named at once', async () => {
  const message = await complaintAbout('{}')
  for (const field of ['series', 'display', 'hero', 'share'])
    expect(message).toContain(`${field}: `)
})
