import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reservedPaths } from '#shared/site.ts'
import { refusals } from '#shared/contract/refusals.ts'
import { findLoneComponents } from '#tests/support/find-lone-components.ts'
import { findLockBreaches } from '#tests/support/lock-file.ts'
import { plantedBreaches, plantedSound } from '#tests/support/planted-structure.ts'
import { readSources } from '#tests/support/source-tree.ts'
import { findBreaches, structureRules } from '#tests/support/structure-rules.ts'
import {
  findCitationBreaches,
  findMapBreaches,
  headingsOf,
} from '#tests/support/specification-rules.ts'

test('names, lengths, test titles and places of all sources follow the rules', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(100)
  expect(findBreaches(sources)).toEqual([])
})

const specification = readFileSync('docs/specification.md', 'utf8')

test('no partner path can take the address of a screen', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const firsts = [...routes.matchAll(/(?:route|screen)\(\s*'([a-z-]+)/g)].map(
    ([, first]) => `/${first}`,
  )
  expect(firsts).toContain('/confirm-seat')
  expect(firsts.filter((path) => !reservedPaths.includes(path))).toEqual([])
})

test('docs/specification.md names a living file under every heading and in every line', () => {
  expect(findMapBreaches(specification, existsSync)).toEqual([])
})

test('comments cite headings that are there, and no document that is not in this folder', () => {
  const headings = {
    specification: headingsOf(specification),
    decisions: headingsOf(readFileSync('docs/decisions.md', 'utf8')),
  }
  const sources = readSources().filter(({ path }) => path !== 'tests/structure.test.ts')
  expect(findCitationBreaches(sources, headings)).toEqual([])
})

test('the lock file serves every system, names no registry and has a digest for what it installs', () => {
  expect(findLockBreaches(readFileSync('package-lock.json', 'utf8'))).toEqual([])
})

test('app/components holds only what two screens use, directly or through one another', () => {
  expect(findLoneComponents(readSources())).toEqual([])
})

test('a component of one screen, of none, or excepted without need is refused', () => {
  const sources = Object.entries({
    'app/components/shared.tsx': `import { deep } from './deep.ts'`,
    'app/components/deep.ts': '',
    'app/components/lone.tsx': `import { inner } from './inner.ts'`,
    'app/components/inner.ts': `import { lone } from './lone.tsx'`,
    'app/components/unused.ts': '',
    'app/components/excepted.ts': '',
    'app/screens/desk/seats/seats.tsx': `
import { shared } from '#app/components/shared.tsx'
import { lone } from '#app/components/lone.tsx'`,
    'app/screens/desk/events/events.tsx': `import { lone } from '#app/components/lone.tsx'`,
    'app/screens/members/members.tsx': `const late = () => import('#app/components/shared.tsx')`,
    'app/screens/members/members.test.ts': `import { lone } from '#app/components/lone.tsx'`,
  }).map(([path, text]) => ({ path, text }))
  expect(findLoneComponents(sources, ['excepted.ts', 'shared.tsx'])).toEqual([
    expect.stringContaining('shared.tsx is used by two screens now'),
    'app/components/lone.tsx is used by app/screens/desk alone: it belongs there',
    'app/components/inner.ts is used by app/screens/desk alone: it belongs there',
    'app/components/unused.ts is used by no screen',
  ])
})

test('every code of the table of refusals is one that the server says', () => {
  const server = readSources().filter(({ path }) => /^server\/(?!.*\.test\.)/.test(path))
  const said = server.map(({ text }) => text).join('\n')
  const unsaid = Object.keys(refusals).filter((code) => !said.includes(`'${code}'`))
  expect(unsaid).toEqual([])
})

test('every rule of the structure objects to a planted breach', () => {
  for (const [name, plants] of Object.entries(plantedBreaches)) {
    for (const [path, text] of plants) {
      const rule = structureRules[name as keyof typeof structureRules]
      expect([path, rule({ path, text })]).toEqual([path, expect.any(String)])
    }
  }
})

test('what follows the rules of the structure is let through', () => {
  const sources = plantedSound.map(([path, text]) => ({ path, text }))
  expect(findBreaches(sources)).toEqual([])
})

test('a map with a dead path, an empty line or a heading without files is refused', () => {
  const map = ['## Events', '- the page: `app/gone.tsx`', '- nothing here', '## Mails'].join('\n')
  expect(findMapBreaches(map, () => false)).toEqual([
    'no file in the line "- nothing here"',
    'the heading "Mails" names no file',
    'app/gone.tsx does not exist',
  ])
})

test('a cited heading that is not there is refused, and so is a document that lies elsewhere', () => {
  const headings = {
    specification: headingsOf('## Events\n## Imports and export\n'),
    decisions: headingsOf('**2026-11-22: What is read again\nby itself**, beside'),
  }
  const comments = [
    '/** Specification, "Events" and "Imports and\n * export". */',
    '/** docs/decisions.md, "What is read again by itself". */',
    '/** Specification, "Events" and "Mails". */',
    '/** Before.\n * Specification,\n * "Evenings". */',
    '/** docs/decisions.md, "What is read". */',
    '/** Specification 2, "Landing page". */',
    '/** decisions.md,\n * "Events". */',
    '/** providers.md */',
    '/** Issue "After the click". */',
  ]
  const sources = comments.map((text, place) => ({ path: `shared/${place}.ts`, text }))
  expect(findCitationBreaches(sources, headings)).toEqual([
    'shared/2.ts: there is no heading "Mails" in Specification',
    'shared/3.ts: there is no heading "Evenings" in Specification',
    'shared/4.ts: there is no heading "What is read" in docs/decisions.md',
    expect.stringContaining('shared/5.ts: "Specification 2" is not in this folder'),
    expect.stringContaining('shared/6.ts: "decisions.md" is not in this folder'),
    expect.stringContaining('shared/7.ts: "providers.md" is not in this folder'),
    expect.stringContaining('shared/8.ts: "Issue "" is not in this folder'),
  ])
})

test('a lock file that lacks a build for another system or a digest is refused', () => {
  const packages = {
    'node_modules/one': { integrity: 'sha512-x', optionalDependencies: { 'one-darwin': '1.0.0' } },
    'node_modules/two': { resolved: 'https://registry.example/two.tgz', integrity: 'sha512-x' },
    'node_modules/three': { integrity: 'sha1-x' },
    'node_modules/four': { integrity: 'sha512-x', engines: { node: '>=22' } },
    'node_modules/tool-darwin': { dev: true, optional: true, os: ['darwin'] },
    'node_modules/part-darwin': { optional: true, os: ['darwin'] },
  }
  expect(findLockBreaches(JSON.stringify({ packages }))).toEqual([
    expect.stringContaining('one-darwin is missing'),
    expect.stringContaining('node_modules/two names a registry'),
    expect.stringContaining('node_modules/three has no integrity'),
    expect.stringContaining('node_modules/four says "engines"'),
    expect.stringContaining('node_modules/part-darwin has no integrity'),
  ])
})
