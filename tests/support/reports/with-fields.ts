import { group, returnedMail, writeParts, type Sample } from './write-mail.ts'

const postfixIntro = `This is the mail system at host relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

                   The mail system`

function failed(
  to: string,
  verdict: Sample['verdict'],
  status: string,
  said: string,
  text = postfixIntro,
): Sample {
  const source = writeParts({
    text: `${text}\n\n<${to}>: ${said}`,
    groups: [group(to, { status, said })],
    returned: returnedMail(to),
  })
  return { source, kind: 'failed', recipient: to, verdict }
}

/** Reports of RFC 3464, as written by various systems. */
export const samplesWithFields: Record<string, Sample> = {
  'Postfix, no such user': failed(
    'gone@example.com',
    'lasting',
    '5.1.1',
    '550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
  ),
  'Postfix, domain without a server': failed(
    'a@nowhere.example',
    'lasting',
    '5.4.4',
    'Host or domain name not found. Name service error for name=nowhere.example type=AAAA: Host not found',
  ),
  'Postfix, domain that is not found just now': failed(
    'a@slow.example',
    'passing',
    '4.4.3',
    'Host or domain name not found. Name service error for name=slow.example type=MX: Host not found, try again',
  ),
  'Postfix, null MX': failed(
    'a@nomail.example',
    'lasting',
    '5.1.0',
    'Domain nomail.example does not accept mail (nullMX)',
  ),
  'Postfix, given up after days': failed(
    'a@far.example',
    'passing',
    '4.4.1',
    'connect to mx.far.example[192.0.2.7]:25: Connection timed out',
  ),
  'Postfix, a user called blacklist who is none': failed(
    'blacklist@example.com',
    'lasting',
    '5.1.1',
    '550 5.1.1 <blacklist@example.com>... User unknown',
  ),
  'Postfix, a user called unknown whose box is full': failed(
    'unknown.user@example.com',
    'passing',
    '5.2.2',
    '552 5.2.2 <unknown.user@example.com>: Mailbox full',
  ),
  'Postfix behind a server whose name holds relay': failed(
    'b@example.com',
    'lasting',
    '5.0.0',
    'host relay-denied.spam.example[192.0.2.3] said: 550 No such user here (in reply to RCPT TO command)',
  ),
  'Postfix, our address as the sender': failed(
    'a@example.com',
    'ours',
    '5.1.0',
    '550 5.1.0 <hello@lights.example> sender rejected',
  ),
  'Postfix, our domain as the sender': failed(
    'a@example.com',
    'ours',
    '5.1.8',
    '553 5.1.8 <hello@lights.example>... Domain of sender address hello@lights.example does not exist',
  ),
  'Postfix, unknown as the sender': failed(
    'a@example.com',
    'ours',
    '5.7.1',
    '550 5.7.1 <hello@lights.example>: Sender address rejected: User unknown in relay recipient table',
  ),
  'Group says 5.1.1, the reply speaks of a block list': failed(
    'a@example.com',
    'ours',
    '5.1.1',
    '550 5.7.1 Service unavailable; client [192.0.2.9] blacklisted, see our postmaster page',
  ),
  'Group says 5.1.3, with the address of a block list': failed(
    'a@example.com',
    'ours',
    '5.1.3',
    '550 see https://www.spamhaus.org/query/bl?ip=192.0.2.9',
  ),
  'Group says 5.1.1, the mailbox is full': failed(
    'a@example.com',
    'passing',
    '5.1.1',
    '550 5.1.1 Mailbox of the user is full',
  ),
  Spam: failed(
    'a@example.com',
    'ours',
    '5.7.1',
    '554 5.7.1 Message looks like spam, rejected by content filter',
  ),
  SPF: failed(
    'a@example.com',
    'ours',
    '5.7.23',
    '550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.23 SPF fail',
  ),
  'DMARC of Gmail': failed(
    'a@gmail.example',
    'ours',
    '5.7.26',
    "550-5.7.26 Unauthenticated email from lights.example is not accepted due to domain's DMARC policy",
  ),
  'No name for our address': failed(
    'a@example.com',
    'ours',
    '5.7.1',
    '550 5.7.1 Client host rejected: cannot find your hostname, [192.0.2.9]',
  ),
  Relaying: failed('a@example.com', 'ours', '5.7.1', '550 5.7.1 Unable to relay for a@example.com'),
  'Too large': failed(
    'a@example.com',
    'ours',
    '5.3.4',
    '552 5.3.4 Message size exceeds fixed limit',
  ),
  'Over quota at Gmail': failed(
    'a@gmail.example',
    'passing',
    '5.2.2',
    '552-5.2.2 The email account that you tried to reach is over quota and inactive. Please direct the recipient to clear space',
  ),
  'No account at Gmail': failed(
    'a@gmail.example',
    'lasting',
    '5.1.1',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces.",
  ),
  'Disabled at Gmail': failed(
    'a@gmail.example',
    'passing',
    '5.2.1',
    '550 5.2.1 The email account that you tried to reach is disabled.',
  ),
  'Only members may write': failed(
    'team@example.com',
    'ours',
    '5.7.133',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed',
  ),
  'Mailbox moved': failed(
    'a@example.com',
    'lasting',
    '5.1.6',
    '551 5.1.6 User has moved; please try new@example.org',
  ),
  'Greylisted until it was too late': failed(
    'a@example.com',
    'passing',
    '4.7.1',
    '450 4.7.1 <a@example.com>: Recipient address rejected: Greylisted, see the help page',
  ),
  'Reply of 450 that may be there tomorrow': failed(
    'a@example.com',
    'passing',
    '4.2.0',
    '450 4.2.0 <a@example.com>: Recipient address rejected: mailbox unavailable',
  ),
  'Outlook.com': failed(
    'a@outlook.example',
    'lasting',
    '5.5.0',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [VI1EUR04.example]',
  ),
  'Exchange Online, directory based': failed(
    'a@corp.example',
    'lasting',
    '5.4.1',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01.example]',
  ),
  'A policy with the same words': failed(
    'a@corp.example',
    'ours',
    '5.7.1',
    '554 5.7.1 <a@corp.example>: Recipient address rejected: Access denied',
  ),
  iCloud: failed(
    'a@icloud.example',
    'lasting',
    '5.1.1',
    '550 5.1.1 <a@icloud.example>: user does not exist',
  ),
}
