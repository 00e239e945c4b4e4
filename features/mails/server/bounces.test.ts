import { expect, test } from 'vitest'
import { findStatus, judgeRefusal } from './bounces.ts'

const judged = (words: string) =>
  judgeRefusal({ code: Number(words.slice(0, 3)), status: findStatus(words), words })

test('what a refusal says of an address: no mailbox, none just now, or nothing', () => {
  const lasting = ['550 5.1.1 User unknown', '550 No such mailbox', '553 5.1.3 Bad address syntax']
  expect(lasting.map(judged)).toEqual(lasting.map(() => 'lasting'))
  const passing = [
    '552 5.2.2 Mailbox full',
    '550-5.2.1 Disabled',
    '554 Not just now',
    '550 5.4.1 Denied',
  ]
  expect(passing.map(judged)).toEqual(passing.map(() => 'passing'))
  const ours = [
    '550 5.7.1 Your server is listed',
    '554 5.7.1 <a@b.example>: Relay access denied',
    '550 relay not permitted',
    '550 5.1.8 Sender domain unknown',
    '552 5.3.4 Message too big',
  ]
  expect(ours.map(judged)).toEqual(ours.map(() => undefined))
  expect(judgeRefusal({ status: '4.4.7', words: 'delivery time expired' })).toBe('passing')
  expect(judgeRefusal({ status: '5.6.0', words: 'content' })).toBeUndefined()
})
