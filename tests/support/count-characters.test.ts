import { expect, test } from 'vitest'
import { growthOf } from './count-characters.ts'

const lines = (size: number) => 'one line\n'.repeat(size)

test('work that reads each line once grows as the text does', () => {
  expect(
    growthOf((size) =>
      lines(size)
        .split('\n')
        .map((line) => line.trim()),
    ),
  ).toBeLessThan(2.1)
})

test.for<[string, (text: string) => unknown]>([
  [
    'cuts off what it has read',
    (text) => {
      for (let rest = text; rest !== ''; rest = rest.slice(rest.indexOf('\n') + 1));
    },
  ],
  [
    'counts the lines before each',
    (text) => {
      for (const { index } of text.matchAll(/\n/g)) text.slice(0, index).split('\n')
    },
  ],
  [
    'asks a pattern about all that follows each line',
    (text) => {
      for (let at = 0; at < text.length; at += 9) /x\d/.test(text.slice(at))
    },
  ],
])('work that %s is found to grow with the square', ([, work]) => {
  expect(growthOf((size) => work(lines(size)))).toBeGreaterThan(3.5)
})
