import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { refusals } from '#kernel/refusals.ts'
import { reservedPaths } from '#kernel/site.ts'
import { foreignWrites, writers } from '#tests/support/foreign-writes.ts'
import {
  findFeatureBreaches,
  findForeignWrites,
  findStrayWrites,
  findSplinters,
  ownersOf,
} from '#tests/support/feature-rules.ts'
import { findLockBreaches } from './support/lock-file.ts'
import { plantedBreaches, plantedSound } from './support/planted-structure.ts'
import { readSources } from './support/source-tree.ts'
import {
  findCitationBreaches,
  findDeadNames,
  findMapBreaches,
  headingsOf,
} from './support/specification-rules.ts'
import { findBreaches, structureRules } from './support/structure-rules.ts'

const sources = readSources()

test('names, lengths, test titles and places of all sources follow the rules', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(findBreaches(sources)).toEqual([])
})

const readmes = globSync(['features/*/README.md', '{kernel,platform,client,app,main}/README.md'])
const specification = readmes.map((path) => readFileSync(path, 'utf8')).join('\n')

test('no partner path can take the address of a screen', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const firsts = [...routes.matchAll(/(?:route|screen)\(\s*'([a-z-]+)/g)].map(
    ([, first]) => `/${first}`,
  )
  expect(firsts).toContain('/confirm-seat')
  expect(firsts.filter((path) => !reservedPaths.includes(path))).toEqual([])
})

test('the READMEs name a living file under every heading and in every line', () => {
  expect(readmes.length).toBeGreaterThan(20)
  expect(findMapBreaches(specification, existsSync)).toEqual([])
  const long = readmes.filter(
    (path) => path.startsWith('features/') && readFileSync(path, 'utf8').split('\n').length > 41,
  )
  expect(long).toEqual([])
})

test('comments cite headings that are there, and no document that is not in this folder', () => {
  const headings = headingsOf(specification)
  const others = sources.filter(({ path }) => path !== 'tests/structure.test.ts')
  expect(findCitationBreaches(others, headings)).toEqual([])
})

test('comments name no source that is not there', () => {
  // Its example command names a file that does not exist.
  const others = sources.filter(({ path }) => path !== 'node-version.mjs')
  expect(findDeadNames(others)).toEqual([])
  const planted = [
    { path: 'kernel/a.ts', text: '/** As gone.ts says. */\n// b.ts, and * server/gone-too.ts' },
    { path: 'kernel/b.ts', text: '' },
  ]
  expect(findDeadNames(planted)).toEqual([
    expect.stringContaining('gone.ts'),
    expect.stringContaining('gone-too.ts'),
  ])
})

test('the lock file serves every system, names no registry and has a digest for what it installs', () => {
  expect(findLockBreaches(readFileSync('package-lock.json', 'utf8'))).toEqual([])
})

test('the table of features in docs/architecture.md names each of them, and no other', () => {
  const [, table = ''] =
    /\| feature .*\n\| -.*\n((?:\|.*\n)+)/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!)
  expect(named.toSorted()).toEqual(
    globSync('features/*')
      .map((path) => basename(path))
      .toSorted(),
  )
})

test('a feature holds at its root what every other feature holds there, and a README', () => {
  const paths = globSync('features/**/*.*').map((path) => path.replaceAll('\\', '/'))
  expect(paths.length).toBeGreaterThan(100)
  expect(findFeatureBreaches(paths)).toEqual([])
  expect(
    findFeatureBreaches([
      'features/planted/contract.ts',
      'features/planted/server/routes.ts',
      'features/planted/words.ts',
      'features/planted/screens/page.tsx',
    ]),
  ).toEqual([
    expect.stringContaining('features/planted/words.ts: a feature has'),
    expect.stringContaining('features/planted/screens/page.tsx: a feature has'),
    'features/planted/README.md is missing',
  ])
})

test('no file holds a third of an idea that only its neighbour needs', () => {
  const settings = ['vite.config.ts', 'app/routes.ts'].map((path) => readFileSync(path, 'utf8'))
  expect(findSplinters(sources, settings.join('\n'))).toEqual([])
  const planted = {
    'features/a/server/whole.ts': `import { part } from './part.ts'\nconst late = () => import('./late.ts')`,
    'features/a/server/part.ts': 'export const part = 1\n',
    'features/a/server/late.ts': 'export const late = 1\n',
  }
  const plants = Object.entries(planted).map(([path, text]) => ({ path, text }))
  expect(findSplinters(plants, '')).toEqual([
    expect.stringContaining('features/a/server/part.ts: 1 lines'),
  ])
})

test('a table is written by the feature that owns it, but for a list that grows shorter', () => {
  expect(ownersOf(sources).size).toBeGreaterThan(60)
  expect(findForeignWrites(sources, foreignWrites)).toEqual([])
  const plants = [
    { path: 'schema/crew.ts', text: `export const eventCrew = pgTable('event_crew', {})` },
    { path: 'features/mails/server/a.ts', text: 'tx.insert(eventCrew)' },
    { path: 'features/events/server/b.ts', text: 'sql`delete from event_crew where id = 1`' },
    { path: 'features/crew/server/c.ts', text: 'tx.update(eventCrew)' },
  ]
  expect(findForeignWrites(plants, ['features/people writes event_crew'])).toEqual([
    'features/events writes event_crew: it is not its own',
    'features/mails writes event_crew: it is not its own',
    'features/people writes event_crew no more: off the list',
  ])
})

test('tables without triggers are written by the files that record domain events for them', () => {
  expect(findStrayWrites(sources, writers)).toEqual([])
  const plants = [
    { path: 'schema/people.ts', text: `export const users = pgTable('users', {})` },
    { path: 'features/people/server/a.ts', text: 'tx.insert(users)' },
    { path: 'features/people/server/b.ts', text: 'sql`update users set email = 1`' },
  ]
  const known = { users: ['features/people/server/a.ts', 'features/people/server/c.ts'] }
  expect(findStrayWrites(plants, known)).toEqual([
    'features/people/server/b.ts writes users',
    'features/people/server/c.ts writes users no more: off the list',
  ])
})

test('every code of the table of refusals is one that the server says', () => {
  const server = sources.filter(({ path }) =>
    /^(platform|features|main)\/(?!.*\.test\.)/.test(path),
  )
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

test('code that follows the structure passes', () => {
  const sound = plantedSound.map(([path, text]) => ({ path, text }))
  expect(findBreaches(sound)).toEqual([])
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
  const headings = headingsOf('## Events\n## Imports and export\n')
  const comments = [
    '/** Specification, "Events" and "Imports and\n * export". */',
    '/** Specification, "Events" and "Mails". */',
    '/** Before.\n * Specification,\n * "Other events". */',
    '/** Specification 2, "Landing page". */',
    '/** decisions.md,\n * "Events". */',
    '/** providers.md */',
    '/** Issue "After the click". */',
  ]
  const planted = comments.map((text, place) => ({ path: `kernel/${place}.ts`, text }))
  expect(findCitationBreaches(planted, headings)).toEqual([
    'kernel/1.ts: there is no heading "Mails" in any README',
    'kernel/2.ts: there is no heading "Other events" in any README',
    expect.stringContaining('kernel/3.ts: "Specification 2" is not in this folder'),
    expect.stringContaining('kernel/4.ts: "decisions.md" is not in this folder'),
    expect.stringContaining('kernel/5.ts: "providers.md" is not in this folder'),
    expect.stringContaining('kernel/6.ts: "Issue "" is not in this folder'),
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
