import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { adminBrowsers, visitorBrowsers } from '#kernel/minimum-browsers.ts'
import { builtFolder, loadPageBuild } from '#tests/support/built-pages.ts'
import { findNewFeatures, findNewStyles, findOwnNames } from '#tests/support/script-features.ts'

/** Calls per script that are safe for a reason that the check cannot see. */
const safeCalls: Record<string, string[]> = {
  // React and React Router start view transitions only in supporting browsers.
  framework: ['.startViewTransition', '.skipTransition'],
  // The menu checks hasPopovers() first.
  house: ['.hidePopover'],
}
/**
 * Rules that browsers may ignore: hover effects of cards, and popovers, for which scripts provide a fallback.
 */
const safeStyles = [':has', ':popover-open']

const adminPages = /^admin|^(?:bulk|attendee)-import$/

/** Returns the built scripts by file, and the files that visitors' pages can load. */
async function readScripts() {
  const folder = join(await builtFolder(), 'client/assets')
  const files = globSync('*.js', { cwd: folder })
  const scripts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const { assets } = await loadPageBuild()
  const pages = Object.values(assets.routes).filter((page) => !adminPages.test(page!.id))
  const entries = [assets.entry.module, ...pages.map((page) => page!.module)]
  const shown = new Set(entries.map((address) => basename(address)))
  for (const file of shown) {
    const imports = scripts.get(file)!.matchAll(/["'`]\.\/([^"'`/]+\.js)["'`]/g)
    for (const [, imported] of imports) shown.add(imported!)
  }
  return { scripts, shown }
}

test('built scripts call only what the oldest supported browsers have', async () => {
  const { scripts, shown } = await readScripts()
  expect(shown.size).toBeGreaterThan(40)
  expect(scripts.size - shown.size).toBeGreaterThan(30)
  const ownNames = new Set([...scripts.values()].flatMap((code) => [...findOwnNames(code)]))
  const found = [...scripts].flatMap(([file, code]) => {
    const minimum = shown.has(file) ? visitorBrowsers : adminBrowsers
    const name = file.replace(/-[\w-]{8}\.js$/, '')
    return findNewFeatures(code, minimum, ownNames)
      .filter((feature) => !safeCalls[name]?.includes(feature))
      .map((feature) => `${name}: ${feature}`)
  })
  expect(found).toEqual([])
}, 180_000)

test('pages for visitors load no script of the admin area', async () => {
  const { shown } = await readScripts()
  expect([...shown].filter((file) => file.startsWith('admin'))).toEqual([])
}, 180_000)

test.for([
  ['URL.parse(a)', 'URL.parse'],
  ['Object.groupBy(a, b)', 'Object.groupBy'],
  ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['requestIdleCallback(a)', 'requestIdleCallback'],
  ['const b = [].toSorted()', '.toSorted'],
  ['e.checkVisibility()', '.checkVisibility'],
  ['map.values().map(a)', 'iterator.map'],
  ['document.querySelector("a:has(b)")', ':has'],
  ['element.closest(`a:has(${b})`)', ':has'],
  ['const b = /[a&&b]/v', '/v'],
] as const)('the check finds %s', ([code, feature]) => {
  expect(findNewFeatures(code, visitorBrowsers)).toEqual([feature])
})

test.for([
  'if (URL.canParse) URL.canParse(a)',
  'element.checkVisibility?.()',
  'const can = CSS.supports("selector(a:has(b))") && document.querySelector("a:has(b)")',
  'Object.values(a).map(b)',
])('the check allows %s', (code) => {
  expect(findNewFeatures(code, visitorBrowsers)).toEqual([])
})

test('the style sheet needs only what the oldest supported browsers have', async () => {
  const code = readFileSync(join(await builtFolder(), 'server/pages.js'), 'utf8')
  const sheet = /(["`'])(\/\*! tailwindcss (?:\\.|(?!\1).)+)\1/s.exec(code)?.[2] ?? ''
  expect(sheet.length).toBeGreaterThan(50_000)
  const found = findNewStyles(sheet, visitorBrowsers)
  expect(found.filter((name) => !safeStyles.includes(name))).toEqual([])

  const planted =
    'a:open{color:light-dark(red,blue)}@supports (color:color-mix(in lab,red,red)){b{color:red}}'
  expect(findNewStyles(planted, visitorBrowsers)).toEqual([':open', 'light-dark'])
}, 180_000)

test('the README names the oldest supported browsers', () => {
  const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ')
  for (const { chrome, edge, firefox, safari } of [visitorBrowsers, adminBrowsers]) {
    expect(edge).toBe(chrome)
    expect(readme).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`)
  }
})
