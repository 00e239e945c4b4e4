import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLockBreaches } from '#tests/support/lock-file.ts'
import { plantedBreaches, plantedSound } from '#tests/support/planted-structure.ts'
import { readSources } from '#tests/support/source-tree.ts'
import { findBreaches, structureRules } from '#tests/support/structure-rules.ts'
import { findMapBreaches } from '#tests/support/where-map.ts'

test('names, lengths, test titles and places of all sources follow the rules', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(100)
  expect(findBreaches(sources)).toEqual([])
})

test('docs/where.md names a living file for every section of the specification', () => {
  expect(findMapBreaches(readFileSync('docs/where.md', 'utf8'), existsSync)).toEqual([])
})

test('the lock file serves every system, names no registry and has a digest for what it installs', () => {
  expect(findLockBreaches(readFileSync('package-lock.json', 'utf8'))).toEqual([])
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

test('a map with a dead path, an empty line or a missing section is refused', () => {
  const map = ['## 1. What', '- the page: `app/gone.tsx`', '- nothing here', '## 2. Screens'].join(
    '\n',
  )
  const found = findMapBreaches(map, () => false)
  expect(found).toContain('app/gone.tsx does not exist')
  expect(found).toContain('no file in the line "- nothing here"')
  expect(found).toContain('section 2 names no file')
  expect(found).toContain('section 9 of the specification is missing')
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
