import { expect, test } from 'vitest'
import { explainMailFailure } from './rules.ts'

test.for([
  ['connect ECONNREFUSED 10.0.0.7:587', 'does not answer at mail.example.org:587.'],
  ['Connection timeout', 'does not answer'],
  ['Greeting never received', 'does not answer'],
  ['getaddrinfo ENOTFOUND mail.example.org', 'is not found'],
  ['Invalid login: 535 5.7.8 Error: authentication failed', 'refuses the password'],
  ['Missing credentials for "PLAIN"', 'refuses the password'],
  ['Mail command failed: 553 5.7.1 Sender address rejected: not owned', 'refuses the sender'],
  ['Upgrading connection with STARTTLS failed: 502', 'offers no encryption'],
  ['self-signed certificate', 'certificate may have expired'],
  ["Can't send mail - all recipients were rejected: 451 4.3.0 try later", 'defers emails'],
  ["Can't send mail - all recipients were rejected: 550 No such user", 'address may be wrong'],
  ['Message failed: 554 5.7.1 refused', 'does not accept emails'],
])('the reason "%s" is explained by "%s"', ([reason, words]) => {
  expect(explainMailFailure(reason!, 'mail.example.org:587')).toContain(words)
})

test('without a host the sentence stands as well', () => {
  expect(explainMailFailure('connect ECONNREFUSED ::1:25')).toBe('The mail server does not answer.')
})
