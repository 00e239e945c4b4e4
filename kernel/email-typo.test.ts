import { expect, test } from 'vitest'
import { suggestEmail } from './email-typo.ts'

test.each([
  ['thandi@gmial.com', 'thandi@gmail.com'],
  ['thandi@gmail.con', 'thandi@gmail.com'],
  ['thandi@gmail.co', 'thandi@gmail.com'],
  ['thandi@gmail', undefined],
  ['Thandi.Nkosi@Hotmial.com', 'thandi.nkosi@hotmail.com'],
  ['thandi@outlok.con', 'thandi@outlook.com'],
  ['thandi@yahooo.co.uk', 'thandi@yahoo.co.uk'],
  ['thandi@mweb.co.az', 'thandi@mweb.co.za'],
])('for %s it suggests %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test.each([
  'thandi@gmail.com',
  'thandi@mail.com',
  'thandi@yahoo.ca',
  'thandi@yahoo.fr',
  'thandi@hotmail.it',
  'thandi@live.co.za',
  'thandi@ge.com',
  'thandi@small.com',
  'thandi@karoo-coffee.example',
  'thandi@',
  'not an address',
  '',
])('nothing is suggested for %j', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
