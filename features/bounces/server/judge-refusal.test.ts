import { expect, test } from 'vitest'
import { findCode, findStatus, judgeRefusal } from './judge-refusal.ts'

const judge = (words: string) => judgeRefusal({ words }).verdict
const judgeAll = (all: string[]) => Object.fromEntries(all.map((words) => [words, judge(words)]))
const each = (all: string[], verdict: string) =>
  Object.fromEntries(all.map((words) => [words, verdict]))

test('no mailbox, in the words of many mail servers', () => {
  const lasting = [
    '550 5.1.1 User unknown',
    '550 No such mailbox',
    '553 5.1.3 Bad address syntax',
    '550 5.7.1 Unknown user',
    '550 5.1.1 unknown or illegal alias: gone@example.com',
    '550 gone@example.com is not a valid mailbox',
    '550 Requested action not taken: mailbox unavailable',
    '550 - Requested action not taken: no such user here',
    '550 User (gone@example.com) unknown.',
    '550 Address invalid',
    '554 5.7.1 <gone@example.com>: Recipient address rejected: undeliverable address: no such user',
    '5.1.1 The e-mail account does not exist at the organization this message was sent to.',
    'User gone (gone@example.com) not listed in public Name & Address Book',
    '#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##',
    '550 This account has been deleted',
    '551 User not local; please try another path',
    '550 Mailbox not found (in reply to RCPT TO command)',
    '550 spam.filter.example [192.0.2.3]: 550 no such recipient',
    '556 5.1.10 Recipient address has null MX',
    'Name or service not known',
    '554 5.4.4 unable to look up host nowhere.example: Host not found',
    '550 5.1.2 Host unknown',
    '554 a.person@example.com is not an active address here',
    'Invalid final delivery userid: gone@example.com',
    "554 can't accept user gone",
    '554 <gone@example.com> not found',
    '554 nessun utente di questo nome',
    '554 no existe ese usuario',
    '554 There is no one at this address',
    '554 This recipient is not in my validrcptto list',
    '550 5.7.1 Unable to deliver to gone, user not in directory',
    '554 The domain of the recipient must exist',
    '554 Recipient is not local',
  ]
  expect(judgeAll(lasting)).toEqual(each(lasting, 'lasting'))
})

test('a mailbox that takes nothing for now', () => {
  const passing = [
    '552 5.2.2 Mailbox full',
    '550-5.2.1 Disabled',
    '554 Not just now',
    '550 5.4.1 Denied',
    '552 Requested mail action aborted: exceeded storage allocation',
    "550 5.1.1 User's disk quota exceeded",
    '554 5.2.2 Recipient storage full',
    'User mailbox exceeds allowed size: full@example.com',
    '550 4.4.7 QUEUE.Expired; message expired',
    'Host or domain name not found. Name service error for name=a.example type=MX: Host not found, try again',
    'CNAME lookup failed temporarily. (#4.4.3)',
    'all hosts have been failing for a long time and were last tried after this message arrived',
    'lowest numbered MX record points to local host',
    '554 5.4.6 Hop count exceeded - possible mail loop',
    '450 4.1.1 <a@example.com>: Recipient address rejected: unverified address: Address verification in progress',
    '450 mailbox unavailable',
    '550 Greylisted: user unknown until you try again',
    '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
    'delivery temporarily suspended: connect to mx.example.com[192.0.2.1]:25: No route to host',
  ]
  expect(judgeAll(passing)).toEqual(each(passing, 'passing'))
})

test('rejections of our server, mail or permissions do not mark the address', () => {
  const ours = [
    '550 5.7.1 Your server is listed',
    '554 5.7.1 <a@b.example>: Relay access denied',
    '550 relay not permitted',
    '550 5.1.8 Sender domain unknown',
    '552 5.3.4 Message too big',
    '550 5.1.1 550 5.7.1 Service unavailable, client blacklisted',
    '550 5.1.0 sender rejected',
    '550 5.1.3 see http://www.spamhaus.org/query/bl?ip=192.0.2.9',
    '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied',
    '450 4.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.1]',
    '550-Verification failed for <hello@lights.example> 550-No Such User Here 550 Sender verify failed',
    '550-Callback setup failed while verifying <hello@lights.example>',
    '550 Too many invalid recipients',
    '552 5.7.0 This message was blocked because its content presents a potential security issue',
    '550 Administrative prohibition',
    '550 Access denied - Invalid HELO name',
    'Connected to 192.0.2.1 but sender was rejected. Remote host said: 553 sorry',
    '550 5.7.515 Access denied, sending domain lights.example does not pass authentication',
    '571 Delivery not authorized, message refused by policy',
    '550 5.1.1 RCP-P2 Refused due to recipient preferences',
    '550 Not accepted (in reply to end of DATA command)',
    '550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized',
    '554 5.7.1 <a@example.com>: Recipient address rejected: Access denied',
    'SMTP error from remote mail server after MAIL FROM:<hello@lights.example>: 550 No',
    '550 lights.example has exceeded the max emails per hour',
    '550 BATV: the tag cannot be verified',
    '550 Empty envelope senders are not allowed',
    '550 The return address does not exist',
    '550 From: domain is invalid',
    '550 HELO domain does not exist',
    '550 Invalid domain name in HELO',
    '550 Your domain is not found in our list of friends',
    '550 Sender is a spammer',
    '550 We allow no spamming',
    '550 The headers of the message fail a syntax check',
    '550 A rule imposed by the administrators keeps mail from this mailbox',
  ]
  expect(judgeAll(ours)).toEqual(each(ours, 'ours'))
  expect(judgeRefusal({ status: '4.4.7', words: 'delivery time expired' }).verdict).toBe('passing')
  expect(judgeRefusal({ status: '5.6.0', words: 'content' }).verdict).toBe('ours')
})

test('a status and three digits are found where servers write them, and nowhere else', () => {
  expect(findStatus('550-5.1.1 No')).toBe('5.1.1')
  expect(findStatus('no mailbox here by that name. (#5.1.1)')).toBe('5.1.1')
  expect(findStatus('from 5.1.1.7 by 4.96')).toBeUndefined()
  expect(findCode('host said: 550 No')).toBe(550)
  expect(findCode('ERROR_CODE :550, of 4500 bytes')).toBe(550)
  expect(findCode('450 hours of 192.0.2.550')).toBeUndefined()
})
