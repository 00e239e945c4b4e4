import { expect, test } from 'vitest'
import { email } from './fields.ts'

test.each(['r&d@x.org', "o'brien@x.org", '50%@x.org', 'a=b/c?{d}|~^`!#$*@sub.x-y.co.za'])(
  'what the email field of a browser takes is an email: %s',
  (text) => {
    expect(email.safeParse(text)).toMatchObject({ success: true, data: text })
  },
)

test.each([
  ['a zero-width space', 'ama\u200Bra@x.org', 'amara@x.org'],
  ['a soft hyphen', 'ama\u00ADra@x.org', 'amara@x.org'],
  ['direction marks', '\u202Aamara@x.org\u202C', 'amara@x.org'],
  ['a no-break space after it', 'amara@x.org\u00A0', 'amara@x.org'],
  ['a link', 'MAILTO:amara@x.org?subject=Hi', 'amara@x.org'],
  ['angle brackets', '<amara@x.org>', 'amara@x.org'],
  ['a name before angle brackets', '"Dike, Amara" <Amara@x.org>;', 'amara@x.org'],
  ['quotes', "'amara@x.org'", 'amara@x.org'],
  ['punctuation after it', 'amara@x.org.,', 'amara@x.org'],
  ['a domain with an umlaut', 'amara@Büro.example', 'amara@xn--bro-hoa.example'],
  ['an ideographic full stop', 'amara@例え。jp', 'amara@xn--r8jz45g.jp'],
  ['an apostrophe inside it', "o'brien@x.org", "o'brien@x.org"],
])('an email with %s is cleaned', (_name, text, address) => {
  expect(email.parse(text)).toBe(address)
})

test.each([
  'r&d@x',
  'ann lee@x.org',
  'ann\u00A0lee@x.org',
  'a@x.org, b@x.org',
  'a@x.org <b@x.org>',
  'a@bü ro.org',
  'a@bü/x.org',
  'a b@x.org',
  'a@-x.org',
  'a@x..org',
  'a,b@x.org',
  '@x.org',
  'ä@x.org',
])('what that field or a mailbox refuses is no email: %s', (text) => {
  expect(email.safeParse(text).success).toBe(false)
})
