import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as contract from '#features/site/contract.ts'
import type { Site } from '#kernel/site.ts'
import { testApp } from '#tests/support/test-app.ts'

const long = (length: number) => 'x'.repeat(length + 1)
const picture = { src: '/images/hero.webp', alt: '', width: 10, height: 10 }
const entries = {
  testimonials: { quote: 'Q', name: 'N', title: 'T' },
  partners: { name: 'N', logo: '/images/logos/kilnworks.svg', width: 1, height: 1 },
  supporters: { name: 'N', logo: '/images/logos/kilnworks.svg', width: 1, height: 1, caption: 'C' },
  partnerPaths: { path: '/p', partner: 'P' },
}

const brokenTexts = (limit: number) => [
  undefined,
  null,
  7,
  [],
  {},
  '',
  ' ',
  long(limit),
  '\u0000',
  '\ud800',
]
const brokenOptionalTexts = (limit: number) =>
  brokenTexts(limit).filter((text) => typeof text !== 'string' || text.trim() !== '')
const brokenAddresses = [
  undefined,
  null,
  7,
  {},
  '',
  long(2000),
  'plain',
  '//evil.example',
  'javascript:alert(1)',
  '\u0000',
]
const brokenPictures = [
  undefined,
  null,
  7,
  {},
  '',
  '/etc/passwd',
  'https://evil.example/a.png',
  '/images/../a.png#',
  '/images/no-such.webp',
  '/images/a.svg\u0000',
]
const brokenPixels = [undefined, null, '7', {}, -1, 0, 1.5, 10_001, NaN, true]
const markdown = [
  null,
  7,
  {},
  long(40_000),
  '\u0000',
  '\ud800',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '![a](https://evil.example/a.png)',
  '![a](/images/no-such.webp)',
]
const brokenLists = (name: keyof typeof entries, most: number) => [
  undefined,
  null,
  7,
  {},
  'x',
  Array(most + 1).fill(entries[name]),
  [null],
  [7],
  [{}],
  [{ ...entries[name], more: 1 }],
]

const table: [field: string, values: unknown[]][] = [
  ['series.name', brokenTexts(60)],
  ['series.tagline', brokenTexts(120)],
  ['series.host.name', brokenTexts(80)],
  ['series.host.title', brokenTexts(120)],
  ['series.aboutUrl', brokenAddresses],
  ['series.privacyUrl', brokenAddresses.slice(1)],
  ['series.imprintUrl', brokenAddresses.slice(1)],
  ['series.videoTitle', brokenTexts(120)],
  // Older files have none.
  ['series.openBadge', brokenOptionalTexts(30).filter((text) => text !== undefined)],
  ['display.zone', [...brokenTexts(60), 'Africa/Nowhere']],
  // Empty means the zone's abbreviation.
  ['display.suffix', brokenOptionalTexts(12)],
  ['hero.headline', brokenTexts(90)],
  ['hero.lead', brokenTexts(320)],
  ['hero.claim', brokenOptionalTexts(40)],
  ['hero.claimText', brokenOptionalTexts(80)],
  ['hero.image.src', brokenPictures],
  [
    'hero.image.alt',
    [undefined, null, 7, {}, [], true, long(300), '\u0000', '\ud800', 1n].slice(0, 9),
  ],
  ['hero.image.width', brokenPixels],
  [
    'hero.narrowImage',
    [
      null,
      7,
      '',
      [],
      true,
      {},
      { src: 'x' },
      { ...picture, more: 1 },
      { ...picture, width: 0 },
      { ...picture, src: '/images/no-such.webp' },
    ],
  ],
  ['testimonials', brokenLists('testimonials', 24)],
  ['partners', brokenLists('partners', 16)],
  ['supporters', brokenLists('supporters', 24)],
  [
    'partnerPaths',
    [...brokenLists('partnerPaths', 30), [entries.partnerPaths, entries.partnerPaths]],
  ],
  [
    'partnerPaths[0].path',
    [undefined, '', 'p', '/P', '/a/b', '/admin', '/privacy', '/imprint', '/-p', long(60)],
  ],
  ['testimonials[0].quote', brokenTexts(400)],
  ['partners[0].logo', brokenPictures],
  ['supporters[0].caption', brokenTexts(80)],
  ['supporters[0].url', brokenAddresses.slice(1)],
  ['pages.privacy', markdown],
  ['pages.imprint', markdown],
  ['share.text', brokenTexts(200)],
  ['share.title', brokenTexts(90)],
  ['share.description', brokenTexts(200)],
  ['share.image.src', brokenPictures],
  ['footer.text', brokenTexts(300)],
  ['sample', [null, 7, 'x', {}, []]],
  ['unheardOf', [1, 'x', {}, null]],
]

const original = JSON.parse(readFileSync('content/site.json', 'utf8')) as Site

function withField(field: string, value: unknown) {
  const content = structuredClone(original) as Record<string, unknown>
  const path = field.split(/[.[\]]+/).filter(Boolean)
  let part = content
  for (const name of path.slice(0, -1)) part = (part[name] ??= {}) as Record<string, unknown>
  part[path.at(-1)!] = value
  return content
}

test('each field can be broken in many ways, each of which is refused by its name, and nothing is saved', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  for (const [field, values] of table) {
    for (const value of values) {
      const body = { content: withField(field, value), version: 1 }
      const answer = await admin.call(contract.saveSiteDraft, { body })
      const named = answer.body.errors?.some((error) => error.field.startsWith(field)) ?? false
      expect([field, value, answer.status, named]).toEqual([field, value, 400, true])
    }
  }
  expect((await admin.call(contract.getSiteContent)).body.version).toBe(1)
  for (const content of [null, 7, 'x', [], {}]) {
    const answer = await admin.call(contract.saveSiteDraft, {
      body: { content, version: 1 } as never,
    })
    expect(answer.status).toBe(400)
  }
})

test('a page whose Markdown takes too long to read is refused by its field, and the site answers meanwhile', async () => {
  const { asAdmin, call } = await testApp()
  const admin = await asAdmin()
  const { content, version } = (await admin.call(contract.getSiteContent)).body
  const privacy = '*a_'.repeat(13_000)
  const saving = admin.call(contract.saveSiteDraft, {
    body: { version, content: { ...content, pages: { privacy } } },
  })
  const first = await Promise.race([saving, call(contract.getSite)])
  expect(first.status).toBe(200)
  const refused = await saving
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ field: 'pages.privacy', message: expect.stringContaining('takes too long to read') }],
  ])
})
