import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFolder } from '#tests/support/built-pages.ts'
import { weighFirstView } from '#tests/support/weigh-first-view.ts'

const kB = 1000

test('the first view of the front page keeps its budget for scripts and typefaces', async () => {
  const weight = await weighFirstView()
  // The size with brotli, for most browsers, and with gzip, for clients behind old proxies.
  expect(weight.scripts.brotli).toBeLessThanOrEqual(130 * kB)
  expect(weight.scripts.gzip).toBeLessThanOrEqual(140 * kB)
  // The total budget is 350 kB including the document, styles and pictures, which a journey measures.
  const { scripts, fonts } = weight
  expect(scripts.brotli + fonts).toBeLessThanOrEqual(210 * kB)
}, 180_000)

test('the schemas and the forms are no part of the first view', async () => {
  const { parts } = await weighFirstView()
  expect(namesOf(parts, /ZodError|shouldFocusError/)).toEqual([])
}, 180_000)

test.for([
  ['members', 'login-form'],
  ['events/:slug', 'event-form'],
] as const)(
  'the page /%s comes without its form, and that without the schemas',
  { timeout: 180_000 },
  async ([path, form]) => {
    const { parts, laterPart } = await weighFirstView(path)
    expect(namesOf(parts, /ZodError|shouldFocusError/)).toEqual([])
    expect(namesOf(laterPart(form), /shouldFocusError/)).not.toEqual([])
    expect(namesOf(laterPart(form), /ZodError/)).toEqual([])
    expect(namesOf(laterPart('checks'), /ZodError/)).not.toEqual([])
  },
)

test('the door of the library comes without the library', { timeout: 180_000 }, async () => {
  const { parts, laterPart } = await weighFirstView('members')
  expect(namesOf(parts, /Continue watching/)).toEqual([])
  expect(namesOf(laterPart('library-inside'), /Continue watching/)).not.toEqual([])
})

/** Words that occur only in code and packages of the server. */
const serverWords = /pgTable|outbox_entries|DATABASE_URL|drizzle:|node:(?:fs|crypto|http)/

test('no file that a browser gets holds code of the server', { timeout: 180_000 }, async () => {
  const build = await builtFolder()
  const files = globSync('client/**/*.js', { cwd: build })
  expect(files.length).toBeGreaterThan(50)
  const texts = files.map((name) => ({ name, text: readFileSync(join(build, name), 'utf8') }))
  expect(namesOf(texts, serverWords)).toEqual([])
  const planted = readFileSync('schema/mails.ts', 'utf8')
  expect(namesOf([{ name: 'planted', text: planted }], serverWords)).toEqual(['planted'])
})

function namesOf(parts: { name: string; text: string }[], holding: RegExp) {
  return parts.filter(({ text }) => holding.test(text)).map(({ name }) => name)
}
