import { group, returnedMail, writeHead, writeParts, type Sample } from './write-mail.ts'

const intro = 'I am sorry to have to inform you that your message could not be delivered.'

/** Reports of RFC 3464 in formats other than Postfix's, including reports that are not failures. */
export const samplesWithFieldsOfOthers: Record<string, Sample> = {
  'Exchange, in German': {
    source: writeParts({
      text: 'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\n\nweg@corp.example\nDie von Ihnen eingegebene E-Mail-Adresse konnte nicht gefunden werden.',
      groups: [
        group('weg@corp.example', {
          status: '5.1.10',
          said: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient weg@corp.example not found by SMTP address lookup',
        }),
      ],
      head: {
        From: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.example>',
        Subject: 'Unzustellbar: Your seat is confirmed',
      },
      returned: returnedMail('weg@corp.example'),
    }),
    kind: 'failed',
    recipient: 'weg@corp.example',
    verdict: 'lasting',
    status: '5.1.10',
  },
  'A report within the cover of a scanner': {
    source: `${writeHead({ 'Return-Path': '<postmaster@corp.example>', From: 'postmaster@corp.example', 'Content-Type': 'multipart/mixed; report-type=delivery-status; boundary=cover' })}
--cover
Content-Type: message/rfc822

${writeParts({ text: 'Delivery to these recipients failed.', groups: [group('gone@example.com', { status: '5.1.1' })] })}
--cover
Content-Type: text/plain

This e-mail is confidential. We scan for viruses.

--cover--
`,
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'SMTP service of Windows, with the footer of a virus scanner': {
    source: writeParts({
      text: 'This report was made by itself. Delivery to these recipients failed.\n\n       gone@example.com\n\n____\nThis e-mail was scanned for viruses and unwanted content for your security.',
      groups: [group('gone@example.com', { status: '5.1.1' })],
      head: { From: 'postmaster@corp.example', 'Auto-Submitted': undefined },
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'Exim with fields: 5.0.0 beside 550 5.1.1': {
    source: writeParts({
      text: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  gone@example.com
    host mx.example.com [192.0.2.4]
    SMTP error from remote mail server after RCPT TO:<gone@example.com>:
    550 5.1.1 <gone@example.com>: Recipient address rejected:
    User unknown`,
      groups: [
        group('gone@example.com', {
          status: '5.0.0',
          said: '550 5.1.1 <gone@example.com>: Recipient address rejected:\n    User unknown',
        }),
      ],
      head: { 'X-Failed-Recipients': 'gone@example.com' },
      returned: returnedMail('gone@example.com'),
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'Exim with fields and no words in them': {
    source: writeParts({
      text: `A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  gone@example.com
    Unrouteable address`,
      groups: [group('gone@example.com', { status: '5.0.0' })],
      head: { 'X-Failed-Recipients': 'gone@example.com' },
      returned: returnedMail('gone@example.com'),
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  Sendmail: {
    source: writeParts({
      text: `The original message was received at Tue, 1 Dec 2026 08:00:00 GMT

   ----- The following addresses had permanent fatal errors -----
<gone@example.com>
    (reason: 550 5.1.1 <gone@example.com>... User unknown)

   ----- Transcript of session follows -----
... while talking to mx.example.com.:
>>> DATA
<<< 550 5.1.1 <gone@example.com>... User unknown
550 5.1.1 <gone@example.com>... User unknown`,
      groups: [
        group('gone@example.com', {
          said: '550 5.1.1 <gone@example.com>... User unknown',
          more: 'X-Actual-Recipient: RFC822; gone@example.com',
        }),
      ],
      returned: returnedMail('gone@example.com'),
      head: { From: 'Mail Delivery Subsystem <MAILER-DAEMON@relay.example>' },
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'Gmail as it is now, in HTML beside its fields': {
    source: writeParts({
      text: "<h2>Address not found</h2><p>Your message wasn't delivered to <b>gone@example.com</b> because the address couldn't be found, or is unable to receive mail.</p>",
      textType: 'text/html; charset=utf-8',
      groups: [
        group('gone@example.com', {
          said: '550 5.1.1 The email account that you tried to reach does not exist.',
        }),
      ],
      head: {
        From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        'X-Failed-Recipients': 'gone@example.com',
      },
      returned: returnedMail('gone@example.com'),
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  'Several recipients, of whom the gravest counts': {
    source: writeParts({
      text: intro,
      groups: [
        group('full@example.com', { status: '5.2.2', said: '552 5.2.2 Mailbox full' }),
        group('here@example.com', { status: '2.0.0', action: 'relayed' }),
        group('gone@example.com', { said: '550 5.1.1 User unknown' }),
        group('late@example.com', { status: '4.4.1', action: 'delayed' }),
      ],
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'Fields in base64': {
    source: writeParts({
      text: intro,
      statusEncoding: 'base64',
      groups: [group('gone@example.com', { said: '550 5.1.1 User unknown' })],
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  'No text and no mail that came back': {
    source: writeParts({ groups: [group('gone@example.com')] }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
    status: '5.1.1',
  },
  'Amazon SES': {
    source: writeParts({
      text: 'An error occurred while trying to deliver the mail to the following recipients:\ngone@example.com',
      groups: [
        group('gone@example.com', {
          status: '5.3.0',
          said: '550 5.1.1 <gone@example.com>... User unknown',
        }),
      ],
      head: {
        From: 'MAILER-DAEMON@eu-west-1.amazonses.example',
        Subject: 'Delivery Status Notification (Failure)',
      },
    }),
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  Delayed: {
    source: writeParts({
      text: 'THIS IS A WARNING MESSAGE ONLY. Your message could not be delivered for 4 hours. It will be retried.',
      groups: [
        group('late@example.com', {
          action: 'delayed',
          status: '4.4.1',
          said: 'connect to mx.example.com[192.0.2.1]:25: Connection refused',
          more: 'Will-Retry-Until: Sun, 6 Dec 2026 08:00:00 +0000',
        }),
      ],
    }),
    kind: 'delayed',
    recipient: 'late@example.com',
    status: '4.4.1',
  },
  'Delayed although its text says unknown': {
    source: writeParts({
      text: 'Delivery to the following recipient has been delayed.',
      groups: [
        group('late@example.com', {
          action: 'delayed',
          status: '4.1.1',
          said: '450 4.1.1 User unknown',
        }),
      ],
    }),
    kind: 'delayed',
    recipient: 'late@example.com',
  },
  Delivered: {
    source: writeParts({
      text: 'Your message was successfully delivered to the destination(s) listed below.',
      groups: [
        group('here@example.com', { action: 'delivered', status: '2.0.0', said: '250 2.0.0 Ok' }),
      ],
      head: { Subject: 'Successful Mail Delivery Report' },
    }),
    kind: 'none',
  },
  Relayed: {
    source: writeParts({
      text: 'Your message was relayed to a server that tells no more. Delivery failed notices may follow.',
      groups: [group('here@example.com', { action: 'relayed', status: '2.0.0' })],
    }),
    kind: 'none',
  },
  Expanded: {
    source: writeParts({
      text: 'The list took it.',
      groups: [group('list@example.com', { action: 'expanded', status: '2.0.0' })],
    }),
    kind: 'none',
  },
}
