import { expect, test } from 'vitest'
import { greet } from './greet.ts'

test.for([
  'Thandi',
  "Anne-Marie O'Neill",
  'محمد عبد‌الله',
  '王小明',
  'Dr. Zola',
  'Wolfeschlegelsteinhausen-Bergerdorff III',
])('%s is a name, and greeted', (name) => {
  expect(greet(` ${name}  `)).toBe(`Hello ${name},`)
})

test.for([
  'Claim your prize at evil.example',
  'evil\u200B.\u200Bexample',
  'evil。example',
  'http://evil',
  'me@evil',
  'Ring 0800 123 456 at once',
  'You have won a large sum of money, please answer',
  '\u202E',
  '',
])('what a stranger typed as the name %s is not said to anybody', (name) => {
  expect(greet(name)).toBe('Hello,')
})
