import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  findCommentBreaches,
  findDocumentBreaches,
  findNameBreaches,
  findScreenBreaches,
  findSubjectBreaches,
} from '#tests/support/plain-language.ts'

/**
 * Returns the repository's documents; released sections of the changelog are excluded, since they are not
 * edited.
 */
function readDocuments() {
  return globSync([
    '*.md',
    '{docs,kernel,platform,client,app,main,features,content,deploy,bench,tests}/**/*.md',
  ])
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .map(({ path, text }) => ({
      path,
      text: path === 'CHANGELOG.md' ? text.slice(0, text.indexOf('\n## 1.0.0')) : text,
    }))
}

/** Returns the source files that a glob pattern matches, without tests. */
function readSources(pattern: string) {
  return globSync(pattern)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

const product = '{app,client,features,kernel,main,platform,schema}/**/*.{ts,tsx}'

test('comments name their actors, and names say what a value is', () => {
  const sources = readSources(product)
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(findCommentBreaches)).toEqual([])
  expect(sources.flatMap(findNameBreaches)).toEqual([])
})

test('screens use the words of the glossary', () => {
  const sources = readSources('{app,client,features/*/{admin,public},kernel}/**/*.{ts,tsx}')
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap(findScreenBreaches)).toEqual([])
})

test('planted words are found in comments, names and screens', () => {
  const text = [
    '// Nobody is told of `whoever`.',
    'export function read({ by, goes: gone }: Row, [moves]: string[]) {',
    '  const theirs = (behind = 1) => behind',
    "  return { by: 'Whoever went to the landing page', label: 'Set a second factor' }",
    "const button = 'Give up my seat'",
    '}',
    "const title = `${savedBy ?? 'Somebody else'} changed ${name}`",
    "const entry = { name: 'The desk' }",
  ].join('\n')
  const planted = { path: 'planted.ts', text }
  expect(findCommentBreaches(planted)).toEqual([
    expect.stringContaining('planted.ts:1: "Nobody"'),
    expect.stringContaining('planted.ts:1: "is told"'),
  ])
  expect(findNameBreaches(planted)).toEqual([
    expect.stringContaining('planted.ts:2: "by"'),
    expect.stringContaining('planted.ts:2: "moves"'),
    expect.stringContaining('planted.ts:3: "theirs"'),
    expect.stringContaining('planted.ts:3: "behind"'),
  ])
  expect(findScreenBreaches(planted)).toEqual([
    expect.stringContaining('planted.ts:4: "Whoever"'),
    expect.stringContaining('planted.ts:4: "landing page"'),
    expect.stringContaining('planted.ts:4: "second factor"'),
    expect.stringContaining('planted.ts:5: "Give up my seat"'),
    expect.stringContaining('planted.ts:7: "Somebody"'),
    expect.stringContaining('planted.ts:8: "The desk"'),
  ])
})

test('documents have short lines and sentences, and name their actors', () => {
  const documents = readDocuments()
  expect(documents.length).toBeGreaterThan(30)
  expect(
    documents.filter(({ path }) => path !== 'docs/style.md').flatMap(findDocumentBreaches),
  ).toEqual([])
})

test('a long line, a long sentence and a word without an actor are found in prose alone', () => {
  const planted = [
    `A line of ${'very '.repeat(50)}many words`,
    '',
    `- One sentence of ${'far too '.repeat(12)}\n  ${'many '.repeat(20)}words.`,
    '',
    'Nobody opens it by itself.',
    '',
    `| ${'a table may be as wide as its cells are, whoever reads it '.repeat(5)} |`,
    '```sh',
    `echo ${'code '.repeat(60)}`,
    '```',
  ].join('\n')
  expect(findDocumentBreaches({ path: 'a.md', text: planted })).toEqual([
    expect.stringContaining('a.md:1: a line has'),
    expect.stringContaining('a.md:1: 55 words'),
    expect.stringContaining('a.md:3: 48 words'),
    expect.stringContaining('a.md:6: "Nobody"'),
    expect.stringContaining('a.md:6: "by itself"'),
  ])
})

test('commit subjects say what changes', () => {
  const log = execFileSync('git', ['log', '--since=2026-11-26T21:00:00Z', '--format=%s'], {
    encoding: 'utf8',
  })
  expect(findSubjectBreaches(log.split('\n'))).toEqual([])
  expect(
    findSubjectBreaches(['Keep what is begun', 'Begin the list', 'Keep unfinished', 'Add a list']),
  ).toEqual(['Keep what is begun', 'Begin the list', 'Keep unfinished'])
})
