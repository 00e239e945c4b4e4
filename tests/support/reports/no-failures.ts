import {
  messageId,
  returnedMail,
  writeHead,
  writeParts,
  writeText,
  group,
  type Sample,
} from './write-mail.ts'

const person = { 'Return-Path': '<thandi@example.com>', From: 'Thandi <thandi@example.com>' }
const answer = { 'In-Reply-To': messageId, References: messageId }

function ordinary(text: string, head: Record<string, string | undefined> = {}): Sample {
  return { source: writeText(text, { ...person, Subject: 'Your seat', ...head }), kind: 'none' }
}

function automatic(text: string, head: Record<string, string | undefined>): Sample {
  return {
    source: writeText(text, {
      ...person,
      ...answer,
      Subject: 'Re: Your seat is confirmed',
      ...head,
    }),
    kind: 'auto-reply',
  }
}

function complaint(fields: string, head: Record<string, string> = {}): string {
  const type = 'multipart/report; report-type=feedback-report; boundary=arf'
  return `${writeHead({ From: 'Feedback Loop <feedback@isp.example>', Subject: 'Complaint', 'Content-Type': type, ...head })}
--arf
Content-Type: text/plain

This is an email abuse report for a message received from IP 192.0.2.9.

--arf
Content-Type: message/feedback-report

${fields}
User-Agent: Feedback/1.0
Version: 1

--arf
Content-Type: message/rfc822

${returnedMail('thandi@example.com')}

--arf--
`
}

/** Mails that are not bounces: automatic replies, complaints, and letters. */
export const samplesWithoutFailure: Record<string, Sample> = {
  'Vacation by RFC 3834': automatic('I am away until Monday.', {
    'Return-Path': '<>',
    'Auto-Submitted': 'auto-replied (vacation)',
  }),
  'Vacation that speaks of an address that is none': automatic(
    'John has left; gone@example.com does not exist any more. Mails cannot be delivered.',
    { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' },
  ),
  'Vacation of Exchange': automatic('I am out of the office.', {
    'X-Auto-Response-Suppress': 'All',
    'X-MS-Exchange-Inbox-Rules-Loop': 'thandi@example.com',
  }),
  'Vacation of before, bulk': automatic('I am on vacation and will reply when I am back.', {
    Precedence: 'bulk',
    'In-Reply-To': undefined,
  }),
  'Responder with a field of its own': automatic('We received your mail.', {
    'X-Autoreply': 'yes',
  }),
  'Vacation in German': automatic('Ich bin bis Montag nicht im Büro.', {
    'Return-Path': '<>',
    Subject: 'Abwesenheit',
  }),
  'Answer by itself in Polish, its subject encoded': automatic('Wracam w poniedziałek.', {
    Precedence: 'junk',
    'In-Reply-To': undefined,
    Subject: '=?iso-8859-2?Q?Twoje_miejsce_=28Automatyczna_odpowied=BC=29?=',
  }),
  'Ticket number': automatic('Your ticket 4711 was opened.', {
    'Auto-Submitted': 'auto-generated',
  }),
  'Read receipt': {
    source: `${writeHead({ ...person, Subject: 'Read: Your seat', 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=mdn' })}\n--mdn\nContent-Type: text/plain\n\nYour message was read.\n\n--mdn\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; thandi@example.com\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--mdn--\n`,
    kind: 'auto-reply',
  },
  Complaint: {
    source: complaint('Feedback-Type: abuse\nOriginal-Rcpt-To: thandi@example.com'),
    kind: 'complaint',
    recipient: 'thandi@example.com',
  },
  'Complaint without a recipient': { source: complaint('Feedback-Type: abuse'), kind: 'complaint' },
  'Opt-out by complaint': {
    source: complaint('Feedback-Type: opt-out\nRemoval-Recipient: thandi@example.com'),
    kind: 'complaint',
    recipient: 'thandi@example.com',
  },
  'No spam after all': { source: complaint('Feedback-Type: not-spam'), kind: 'none' },
  'A check that failed': {
    source: complaint('Feedback-Type: auth-failure\nAuth-Failure: dkim'),
    kind: 'none',
  },
  'Delayed, of a gateway that has a sender': {
    source: writeText(
      'Your mail could not be delivered so far to:\nslow@example.com\n\nAttempts go on for two days. No action is required on your part.',
      {
        'Return-Path': '<Guard_for_SMTP_Gateways@corp.example>',
        From: 'Guard_for_SMTP_Gateways@corp.example',
      },
    ),
    kind: 'delayed',
    recipient: 'slow@example.com',
  },
  'A parcel that could not be delivered': ordinary('Your parcel could not be delivered.', {
    From: 'Delivery Service <info@parcels.example>',
  }),
  'A letter': ordinary('Dear all, I cannot find my seat. Could you send it again?'),
  'Letter that talks of a bounce': ordinary(
    'My colleague says your mail bounced: 550 5.1.1 <gone@example.com>: User unknown. Could not be delivered, it says.',
  ),
  'Letter with the subject of a report': ordinary('What does this mean?', {
    Subject: 'Undelivered Mail Returned to Sender',
  }),
  'Letter with a report quoted': ordinary(
    'Please look at this:\n\n> This is the mail system at host relay.example.\n> <gone@example.com>: 550 5.1.1 User unknown\n',
    { Subject: 'Fwd: Mail delivery failed' },
  ),
  'Answer to a mail of ours': ordinary(
    `Thank you!\n\nOn Tuesday House Lights wrote:\n> Your seat is confirmed.\n`,
    answer,
  ),
  Newsletter: ordinary('Ten reasons why your mail could not be delivered', {
    Precedence: 'bulk',
    'List-Id': '<news.example>',
    'Return-Path': '<news@example.org>',
  }),
  'Letter from a domain named like a mail server': ordinary(
    'Your mail to gone@example.com could not be delivered, my colleague says: 550 5.1.1 User unknown.',
    { From: 'anna@mail-server.example' },
  ),
  'Postmaster of somebody, in person': ordinary('Hello, we have moved our servers. Kind regards', {
    From: 'Postmaster <postmaster@partner.example>',
  }),
  'Report that a person passes on whole': {
    source: `${writeHead({ ...person, Subject: 'Fwd', 'Content-Type': 'multipart/mixed; boundary=fwd' })}\n--fwd\nContent-Type: text/plain\n\nThis came back.\n\n--fwd\nContent-Type: message/rfc822\n\n${writeParts({ text: 'It could not be delivered', groups: [group('gone@example.com', { said: '550 5.1.1 User unknown' })] })}\n--fwd--\n`,
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  'Nothing at all': { source: '', kind: 'none' },
}
