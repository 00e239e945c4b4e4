import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findDocumentBreaches, findSubjectBreaches } from '#tests/support/plain-language.ts'

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
