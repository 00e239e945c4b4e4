import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needs } from '#features.ts'
import {
  drawFeatures,
  findDeadPaths,
  findStrayFunctions,
  findTriggers,
  findWalkBreaches,
} from '#tests/support/architecture-rules.ts'

const architecture = readFileSync('docs/architecture.md', 'utf8')

test('the picture in docs/architecture.md is drawn from features.ts', () => {
  const [drawn] = /<!-- features -->.*<!-- \/features -->/s.exec(architecture) ?? []
  // On a difference, copy the expected text between the markers.
  expect(drawn).toBe(drawFeatures(needs))
})

test('a need that follows from others is not drawn, and one of its own is', () => {
  const table = {
    a: 'b c',
    b: 'c',
    c: '',
  }
  expect(drawFeatures(table)).toContain('\n  a --> b\n  b --> c\n```')
})

test('docs/operations.md lists every command of package.json that an operator runs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = Object.keys(scripts).filter((name) => scripts[name]!.includes('run.mjs'))
  const listed = readFileSync('docs/operations.md', 'utf8')
    .match(/^\| `.*?` +\|/gm)!
    .join('\n')
  const isListed = (name: string) => new RegExp(`[ \`]${name}[ \`]`).test(listed)
  expect(commands.filter((name) => !isListed(name) && !/^(start|build|keys)$/.test(name))).toEqual(
    [],
  )
})

test('every walk lists the files that its imports reach, and its heading counts them', () => {
  expect(architecture.match(/^### .+: \d+ files$/gm)?.length).toBe(5)
  expect(findWalkBreaches(architecture)).toEqual([])
  const twice = '### A walk: 2 files\n\n1. `a.ts`: begins\n2. `a.ts`: ends\n'
  expect(findWalkBreaches(twice)).toEqual(['A walk: 2 files, 1 of them different'])
  const omitted = /^\d+\. `features\/events\/server\/event-changes\.ts`.*\n/m
  expect(findWalkBreaches(architecture.replace(omitted, ''))).toEqual([
    'An event change to its mails: 34 files, 34 of them different',
    'An event change to its mails: omits features/events/server/event-changes.ts',
  ])
  const planted =
    '### A walk: 1 files\n\n1. `features/events/server/slugs.ts` from `takeSlug`: begins\n'
  expect(findWalkBreaches(planted)).toEqual([])
})

test('docs/architecture.md explains every trigger of the migrations', () => {
  const paths = globSync('schema/migrations/**/*.sql').toSorted()
  const triggers = findTriggers(paths.map((path) => readFileSync(path, 'utf8')))
  expect(triggers.length).toBeGreaterThan(10)
  // Triggers enforce integrity and notify; business rules belong in TypeScript.
  expect(triggers.length).toBeLessThanOrEqual(16)
  const [told = ''] = /^## What triggers do.*?(?=^## )/ms.exec(architecture) ?? []
  const named = [...told.matchAll(/`([a-z_]+)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm)].map(
    ([, name]) => name!,
  )
  expect(named.toSorted()).toEqual(triggers)
  expect(
    findTriggers([
      'CREATE TRIGGER kept AFTER\nCREATE TRIGGER gone AFTER',
      'DROP TRIGGER gone ON "a";',
    ]),
  ).toEqual(['kept'])
})

test('the migrations keep their last snapshot only, the one that drizzle-kit compares with', () => {
  const snapshots = globSync('schema/migrations/meta/*_snapshot.json').toSorted()
  // Delete all snapshots but the last.
  expect(snapshots.slice(0, -1)).toEqual([])
})

test('functions and triggers have their own files, which a migration includes', () => {
  const paths = globSync('schema/migrations/**/*.sql').toSorted()
  expect(paths.length).toBeGreaterThan(6)
  const files = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(findStrayFunctions(files)).toEqual([])
  const planted = [
    { path: 'a/0000_first.sql', text: '\\ir functions/kept.sql\n' },
    { path: 'a/0001_next.sql', text: 'CREATE OR REPLACE FUNCTION stray()' },
    { path: 'a/functions/forgotten.sql', text: 'CREATE FUNCTION forgotten()' },
    { path: 'a/functions/kept.sql', text: 'CREATE FUNCTION kept()' },
  ]
  expect(findStrayFunctions(planted)).toEqual([
    'a/0001_next.sql defines a function or a trigger',
    'a/functions/forgotten.sql is included by no migration',
  ])
})

test('every source that a document names in backticks is there', () => {
  const paths = globSync('**/*.md', { exclude: (path) => /^(node_modules|build|\.)/.test(path) })
  const documents = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(documents.length).toBeGreaterThan(35)
  expect(findDeadPaths(documents, existsSync)).toEqual([])
  const planted = {
    path: 'a.md',
    text: '`docs/gone.md`, `docs/`, `server/`, `server/old.ts`, `npm test`',
  }
  expect(findDeadPaths([planted], (path) => path === 'docs/')).toEqual([
    'a.md: docs/gone.md does not exist',
    'a.md: server/old.ts does not exist',
  ])
})
