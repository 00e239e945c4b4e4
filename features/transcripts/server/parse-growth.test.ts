import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTextWork } from '#tests/support/count-text-work.ts'
import { readTranscript } from './parse.ts'

const timing = '00:00:01.000 --> 00:00:02.000\n'
const units = [
  ' ',
  '\n',
  '\t',
  '<',
  '<v',
  '<v ',
  '<v.',
  '<v x>',
  '<c',
  '<c.',
  '</',
  '<br ',
  '<0',
  '<00:01>',
  '{',
  '{\\',
  '&',
  '&#',
  '&#1',
  '&amp;',
  'a',
  'a ',
  'A: ',
  'a\n',
  'A: b\n',
  '>> ',
  '[',
  '(0:01',
  '0:01',
  '0:01 ',
  '0:01 a\n',
  '- ',
  ', ',
  '1\n',
  '\n1\n',
  '1 "A" (1)\n',
  'NOTE\n',
  '\nNOTE\n',
  'Language: ',
  timing,
  `${timing}a\n\n`,
  `\n7\n${timing}`,
  ' --> ',
  '-->',
  '1 minute ',
  'A 0:01\n',
  'e\u0301',
  '\u0301',
  '\u0316\u0301',
  '\u200b\u0301',
  '\r',
  '\0',
]
const openings = [
  '',
  'WEBVTT\n\n',
  timing,
  `WEBVTT\n\n${timing}`,
  '0:01 ',
  `${timing}<v`,
  `${timing}<v `,
  `a ${timing}`,
  'A ',
]
const endings = ['', '>', ':', '\n', `\n${timing}`, '0:01', '\u0316', ';', '}']

const shape = fc.record({
  opening: fc.constantFrom(...openings),
  unit: fc
    .array(fc.constantFrom(...units), { minLength: 1, maxLength: 3 })
    .map((all) => all.join('')),
  ending: fc.constantFrom(...endings),
})

/** Inputs that took seconds or hours with earlier patterns. */
const frozenBefore = [
  { opening: `${timing}<v`, unit: ' ', ending: '' },
  { opening: timing, unit: 'a\n', ending: '' },
  { opening: timing, unit: ' ', ending: '' },
  { opening: timing, unit: '\u0301', ending: '\u0316' },
].map((one): [typeof one] => [one])

test('twice the text is at most twice the work and a little, whatever is repeated in it', () => {
  fc.assert(
    fc.property(shape, ({ opening, unit, ending }) => {
      const work = (length: number) => {
        const text = opening + unit.repeat(Math.ceil(length / unit.length)) + ending
        return countTextWork(() => readTranscript(text))
      }
      const [once, twice] = [work(4000), work(8000)]
      expect(twice).toBeLessThan(once * 2.4 + 200_000)
    }),
    { numRuns: 200, examples: frozenBefore },
  )
})
