import { expect, test } from 'vitest'
import { correctEmail } from './correct-email.ts'

test.each([
  ['*ann-lee@gmial.com*', '*ann-lee@gmail.com*'],
  ['|ann-lee@gmial.com|', '|ann-lee@gmail.com|'],
  ["Ann,'ann-lee@gmial.com'", "Ann,'ann-lee@gmail.com'"],
  ['ANN-LEE@gmial.com; x', 'ann-lee@gmail.com; x'],
  ['joann-lee@gmial.com', 'joann-lee@gmial.com'],
  ["o'ann-lee@gmial.com", "o'ann-lee@gmial.com"],
  ['jürg.ann-lee@gmial.com', 'jürg.ann-lee@gmial.com'],
  ['ann-lee@gmial.com.au', 'ann-lee@gmial.com.au'],
])('of %s the e-mail is corrected where it stands by itself: %s', (text, corrected) => {
  expect(correctEmail(text, 'ann-lee@gmial.com', 'ann-lee@gmail.com')).toBe(corrected)
})
