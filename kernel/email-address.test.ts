import { expect, test } from 'vitest'
import { email } from './fields.ts'

test.each(['r&d@x.org', "o'brien@x.org", '50%@x.org', 'a=b/c?{d}|~^`!#$*@sub.x-y.co.za'])(
  'what the e-mail field of a browser takes is an e-mail: %s',
  (text) => {
    expect(email.safeParse(text)).toMatchObject({ success: true, data: text })
  },
)

test.each([
  'r&d@x',
  'a b@x.org',
  'a@-x.org',
  'a@x..org',
  'a@x.org.',
  'a,b@x.org',
  '@x.org',
  'ä@x.org',
])('what that field or a mailbox refuses is no e-mail: %s', (text) => {
  expect(email.safeParse(text).success).toBe(false)
})
