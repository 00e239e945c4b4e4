import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { siteTexts } from '#kernel/site-texts.ts'
import { readSources } from './support/source-tree.ts'
import { findVoice } from './support/voice-words.ts'

const sources = readSources().filter(
  ({ path }) =>
    /^(?:kernel|schema|platform|client|features|app|main)\//.test(path) && !path.includes('.test.'),
)

test('no sentence outside content/ speaks in the voice of the sample series', () => {
  expect(sources.length).toBeGreaterThan(400)
  // Specified texts contain none of these words, except the claim in content/.
  expect(sources.flatMap(findVoice)).toEqual([])
})

test('the sample texts appear on every screen', () => {
  const planted = [
    '<h2>About this evening</h2>',
    '<p>\n  Leave your e-mail to hear who takes the\n  other chair.\n</p>',
    '<Section title="From the front row" />',
    '<img alt="Two armchairs on a dark floor" />',
    '<nav aria-label="Backstage" />',
    `showToast({ title: 'Link Copied!', description: 'Now paste it to a founder.' })`,
    'const words = `We write to you as soon as the evening with ${name} has its date.`',
    `const mail = { subject: \`Tonight: \${event.title}\` }`,
    `const reason = ok ? 'See you at House Lights' : undefined`,
    `const text = { Host: 'The curtain rises at eight' }`,
  ]
  const silent = planted.filter((text) => findVoice({ path: 'app/planted.tsx', text }).length !== 1)
  expect(silent).toEqual([])
})

test('names, classes, comments, statements and types of the code are no voice', () => {
  const text = [
    `import { stage } from './stage.ts'`,
    '// Whoever sits in the front row in the evening.',
    'type Place = "stage" | "house"',
    'const rows = sql`with evening as (select 1) select * from evening`',
    `const look = 'on-stage pool animate-house-lights'`,
    '<section id="evening" className="stage" aria-labelledby="house-lights-heading" />',
    `const address = 'https://rooms.example/evening'`,
    `const picture = '/images/stage.webp'`,
  ].join('\n')
  expect(findVoice({ path: 'app/sound.tsx', text })).toEqual([])
})

test('content/README.md lists every text with its limit, its default and its place', () => {
  const rows = readFileSync('content/README.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-zA-Z]+\.[a-zA-Z]+` /.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .filter((cells) => cells.length === 4)
    .map((cells) => cells.map((cell) => cell.trim()))
  expect(rows).toEqual(
    siteTexts.map(({ name, limit, text, label }) => [`\`${name}\``, label, String(limit), text]),
  )
})
