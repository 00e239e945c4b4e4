import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { captionFiles } from '#tests/support/caption-files.ts'
import { hostileText } from '#tests/support/hostile-values.ts'
import { readTranscript, type Cue } from './parse.ts'

function write({ startMs, endMs, speaker, text }: Cue) {
  return `${startMs / 1000} ${endMs / 1000} ${speaker === null ? '' : `${speaker}: `}${text}`
}

test.for(captionFiles)(
  'what is said is read in the manner of $from',
  ({ text, cues, dropped = 0, skipped = [] }) => {
    const read = readTranscript(text)
    expect(read.cues.map(write)).toEqual(cues)
    expect(read.droppedRepeats).toBe(dropped)
    const left = read.skipped?.lines ?? []
    expect(left.map(({ line, reason }) => `${line} ${reason}`)).toEqual(skipped)
  },
)

const words = 'we bought two second hand trucks and drove one of them for eleven months'.split(' ')

/** Generates rolling captions as YouTube does: each line while it is spoken, alone, and above the next. */
function roll(lines: string[][]) {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
  const cues = lines.flatMap((line, number) => {
    const before = lines[number - 1]?.join(' ') ?? ' '
    const [start, end] = [number * 4, number * 4 + 3.99]
    const timed = line.map((word, place) =>
      place === 0 ? word : `<${at(start + place / 10)}><c> ${word}</c>`,
    )
    return [
      `${at(start)} --> ${at(end)} align:start position:0%\n${before}\n${timed.join('')}`,
      `${at(end)} --> ${at(end + 0.01)} align:start position:0%\n${line.join(' ')}\n `,
    ]
  })
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n`
}

test('whatever was said, rolling captions come out as the words that were spoken', () => {
  const line = fc.array(fc.constantFrom(...words, 'yeah', 'yeah', 'no'), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 60 }), (lines) => {
      const said = readTranscript(roll(lines)).cues.map(({ text }) => text)
      expect(said.join(' ')).toBe(lines.flat().join(' '))
    }),
    { numRuns: 200 },
  )
})

test('a shift moves every line, and what would come before the start is left out and said', () => {
  const text = '[00:00] Early\n[00:10] Amara: Good morning\n[00:20] Zoë: Hello'
  const { cues, warnings } = readTranscript(text, -12_000)
  expect(cues.map(write)).toEqual(['0 8 Amara: Good morning', '8 10 Zoë: Hello'])
  expect(warnings).toEqual(['1 line would be before the start and is skipped.'])
  expect(readTranscript(text, 500).cues[0]).toMatchObject({ startMs: 500 })
})

test('lines out of order are sorted, and a late beginning is pointed out', () => {
  const srt = '1\n01:00:05,000 --> 01:00:06,000\nB\n\n2\n01:00:01,000 --> 01:00:02,000\nA\n'
  const { cues, warnings } = readTranscript(srt)
  expect(cues.map(({ text }) => text)).toEqual(['A', 'B'])
  expect(warnings).toEqual([
    expect.stringContaining('order'),
    expect.stringContaining('60 minutes'),
  ])
})

test.for([
  '',
  ' \n\t',
  'Just words: no times at all.',
  '\u0000\uFEFF',
  'WEBVTT\n\nNOTE nothing',
  '-->',
  '{"segments":[]}',
  '{"segments":[{"start":-1,"end":"x","text":null}]}',
  '{"results":{"utterances":[{"start":0.5,"end":2.1,"speaker":0,"transcript":"Hello."}]}}',
])('there is no line to read in %j', (text) => {
  expect(readTranscript(text).cues).toEqual([])
})

const piece = fc.oneof(
  hostileText,
  fc.constantFrom(
    'WEBVTT',
    '\n',
    '\n\n',
    '\r\n',
    ' --> ',
    '00:00:01.000 --> 00:00:02.000\n',
    '00:01 --> 99999:99',
    '999:59:59,999',
    '[00:12] ',
    '7:30 ',
    '<v ',
    '<c>',
    '<00:00:01.000>',
    'NOTE\n',
    'Amara: ',
    '&#0;&#xD800;&#1114112;&amp;',
    '12\n',
    '{\\an8}',
    '0:00:01.000,0:00:02.000\n',
  ),
)

test('any text at all is read without an error into lines in order, with nothing that marks', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer(), (pieces, shift) => {
      const { cues } = readTranscript(pieces.join(''), shift % 43_200_000)
      for (const [at, cue] of cues.entries()) {
        expect(cue.startMs).toBeGreaterThanOrEqual(cues[at - 1]?.startMs ?? 0)
        expect(cue.endMs).toBeGreaterThanOrEqual(cue.startMs)
        expect(cue.text.trim()).not.toBe('')
        // oxlint-disable-next-line no-control-regex -- they must not be there
        expect(`${cue.speaker} ${cue.text}`).not.toMatch(/[\u0000-\u001F]|\p{Cs}/u)
      }
    }),
    { numRuns: 400 },
  )
})

test.for([
  '<',
  '<v ',
  '<c',
  '&#',
  '{\\',
  '0:00 ',
  '0:00\n',
  '00:00:01.000 --> 00:00:02.000\na\n\n',
  '0:01 --> 0:02 ',
  'A: ',
  '\n',
  '-',
  '[',
  ': ',
  'a b ',
  '1\n',
])('two megabytes of %j are read, however often it is repeated', (piece_) => {
  const { cues } = readTranscript(piece_.repeat(Math.floor((2 * 1024 * 1024) / piece_.length)))
  expect(cues.length).toBeLessThan(1_500_000)
})
