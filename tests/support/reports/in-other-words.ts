import { writeFailed, writeHead, writeText, type Sample } from './write-mail.ts'

/** Bounces with texts for people, in several languages. */
export const samplesInOtherWords: Record<string, Sample> = {
  'Mail.ru': writeFailed(
    `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  net@mail.example
    SMTP error from remote mail server after RCPT TO:<net@mail.example>:
    host mxs.mail.example [192.0.2.5]: 550 Message was not accepted -- invalid mailbox.
    Local mailbox net@mail.example is unavailable: user not found

------ This is a copy of the message, including all the headers. ------
`,
    {
      to: 'net@mail.example',
      verdict: 'lasting',
      head: {
        From: 'Mail Delivery System <mailer-daemon@corp.mail.example>',
        'X-Failed-Recipients': 'net@mail.example',
      },
    },
  ),
  'In Russian': writeFailed(
    'Ваше сообщение не может быть доставлено следующим получателям:\n\n<net@pochta.example>\nНет такого пользователя (пользователь не найден)\n',
    {
      to: 'net@pochta.example',
      verdict: 'lasting',
      head: { Subject: '=?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtQ==?=' },
    },
  ),
  'In Russian, full': writeFailed(
    'Письмо не доставлено: net@pochta.example\nПочтовый ящик переполнен.\n',
    { to: 'net@pochta.example', verdict: 'passing' },
  ),
  'Google Groups': writeFailed(
    `Hello hello@lights.example,

We're writing to let you know that the group you tried to contact (crew-list) may not exist, or you may not have permission to post messages to the group. A few more details on why you weren't able to post:

 * You might have spelled or formatted the group name incorrectly.
 * The owner of the group may have removed this group.

----- Original message -----
`,
    {
      to: 'crew-list@corp.example',
      verdict: 'ours',
      head: {
        From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        'X-Failed-Recipients': 'crew-list@corp.example',
        Subject: 'Delivery Status Notification (Failure)',
      },
    },
  ),
  Yahoo: writeFailed(
    `Sorry, we were unable to deliver your message to the following address.

<gone@example.com>:
Remote host said: 550 5.1.1 <gone@example.com>... User Unknown [RCPT_TO]

--- Below this line is a copy of the message.

Received: from [192.0.2.8] by web.yahoo.example
`,
    {
      verdict: 'lasting',
      head: { From: 'MAILER-DAEMON@yahoo.example', Subject: 'Failure Notice' },
    },
  ),
  'Yahoo, no account': writeFailed(
    "Sorry, we were unable to deliver your message to the following address.\n\n<gone@yahoo.example>:\n554: delivery error: dd This user doesn't have a yahoo.example account (gone@yahoo.example) [0] - mta1.example\n",
    { to: 'gone@yahoo.example', verdict: 'lasting', head: { From: 'MAILER-DAEMON@yahoo.example' } },
  ),
  GMX: writeFailed(
    `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to
one or more of its recipients. This is a permanent error.
The following address failed:

"gone@example.com":
SMTP error from remote server after RCPT command:
host: mx.example.com
5.1.1 <gone@example.com>... User Unknown

--- The header of the original message is following. ---

Received: from app
`,
    {
      verdict: 'lasting',
      head: {
        From: 'GMX Mailer Daemon <mailer-daemon@gmx.example>',
        Subject: 'Mail delivery failed: returning message to sender',
      },
    },
  ),
  'GMX, in German': writeFailed(
    'Diese Nachricht wurde automatisch von der Mailserver-Software generiert.\n\nIhre Nachricht konnte nicht zugestellt werden:\n\n"weg@gmx.example":\nEmpfänger unbekannt\n',
    { to: 'weg@gmx.example', verdict: 'lasting', head: { From: 'mailer-daemon@gmx.example' } },
  ),
  Zoho: writeFailed(
    'This message was created automatically by mail delivery software.\nA message that you sent could not be delivered to one or more of its recipients. This is a permanent error. \n\ngone@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.=\n1 <gone@example.com>... User Unknown\n\nReceived:from mail.zoho.example by mx.zoho.example\n',
    {
      verdict: 'lasting',
      head: {
        From: '<mailer-daemon@mail.zoho.example>',
        Subject: 'Undelivered Mail Returned to Sender',
        'Content-Transfer-Encoding': 'quoted-printable',
      },
    },
  ),
  'Exchange 2003': writeFailed(
    `Your message

  To:      Gone, Person
  Subject: Your seat is confirmed
  Sent:    Tue, 1 Dec 2026 08:00:00 +0000

did not reach the following recipient(s):

gone@example.com on Tue, 1 Dec 2026 08:00:00 +0000
    The recipient name is not recognized
	The MTS-ID of the original message is: c=us;a= ;p=corp;l=EX01
    MSEXCH:IMS:CORP:SITE:EX01 0 (000C05A6) Unknown Recipient
`,
    {
      verdict: 'lasting',
      head: {
        From: 'System Administrator <postmaster@corp.example>',
        Subject: 'Undeliverable: Your seat is confirmed',
        'Return-Path': undefined,
      },
    },
  ),
  Domino: writeFailed(
    'Your message\n\n  Subject: Your seat is confirmed\n\nwas not delivered to:\n\n  gone@example.com\n\nbecause:\n\n  User gone (gone@example.com) not listed in Domino Directory\n',
    { verdict: 'lasting', head: { From: 'Mail Router <postmaster@domino.example>' } },
  ),
  'Postfix without fields': writeFailed(
    `This is the Postfix program at host relay.example.

I'm sorry to have to inform you that your message could not be
delivered to one or more recipients. It's attached below.

<gone@example.com>: host mx.example.com[192.0.2.4] said: 550 5.1.1
    <gone@example.com>: Recipient address rejected: User unknown in local
    recipient table (in reply to RCPT TO command)
`,
    { verdict: 'lasting' },
  ),
  'Sendmail without fields': writeFailed(
    `The original message was received at Tue, 1 Dec 2026 08:00:00 GMT
from app [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<gone@example.com>

   ----- Transcript of session follows -----
... while talking to mx.example.com:
>>> RCPT To:<gone@example.com>
<<< 550 5.1.1 <gone@example.com>... User unknown
550 <gone@example.com>... User unknown

   ----- Original message follows -----

Return-Path: <hello@lights.example>
`,
    {
      verdict: 'lasting',
      head: { From: 'Mail Delivery Subsystem <MAILER-DAEMON@sendmail.example>' },
    },
  ),
  'Sendmail 5': writeFailed(
    '   ----- Transcript of session follows -----\n554 gone@nowhere.example... 550 Host unknown (Authoritative answer from name server)\n\n   ----- Unsent message follows -----\nReceived: from app\nTo: gone@nowhere.example\n',
    {
      to: 'gone@nowhere.example',
      verdict: 'lasting',
      head: {
        From: 'Mail Delivery Subsystem <MAILER-DAEMON>',
        Subject: 'Returned mail: Host unknown',
      },
    },
  ),
  Courier: writeFailed(
    'This is a delivery status notification from mail.example,\nrunning the Courier mail server, version 1.0.\n\nThe original message was received on Tue, 1 Dec 2026 08:00:00 +0000\n\n---\n\n                           UNDELIVERABLE MAIL\n\nYour message to the following recipients cannot be delivered:\n\n<gone@example.com>:\n    mx.example.com [192.0.2.4]:\n    >>> RCPT TO:<gone@example.com>\n    <<< 550 No such user\n',
    {
      verdict: 'lasting',
      head: {
        From: '"Courier mail server at mail.example" <@>',
        Subject: 'NOTICE: mail delivery status.',
      },
    },
  ),
  'HTML alone': writeFailed(
    '<html><body><h1>Delivery has failed</h1><p>Your message to <b>gone@example.com</b> couldn&#39;t be delivered.</p><p>550 5.1.1 user unknown</p></body></html>',
    {
      verdict: 'lasting',
      head: { 'Content-Type': 'text/html; charset=utf-8', From: 'postmaster@corp.example' },
    },
  ),
  Base64: {
    source: `${writeHead({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'base64' })}\n${Buffer.from('Your message could not be delivered to:\n\n<gone@example.com>: 550 no such user here\n').toString('base64')}\n`,
    kind: 'failed',
    recipient: 'gone@example.com',
    verdict: 'lasting',
  },
  'In Japanese': writeFailed(
    '次の宛先にメールを配信できませんでした。\n\n<gone@example.com>\n\n宛先のユーザーが見つかりません\n',
    { verdict: 'lasting' },
  ),
  'In French': writeFailed(
    "Votre message n'a pas pu être remis au destinataire suivant :\n\ngone@example.com\n    L'adresse du destinataire est inconnue\n",
    { verdict: 'lasting' },
  ),
  'In Spanish, full': writeFailed(
    'No se ha podido entregar su mensaje a:\n\ngone@example.com\n  El buzón del usuario está lleno\n',
    { verdict: 'passing' },
  ),
  'Two recipients of Exim': writeFailed(
    `A message that you sent could not be delivered to one or more of its
recipients. The following address(es) failed:

  full@example.com
    host mx.example.com [192.0.2.4]: 552 5.2.2 Mailbox full
  gone@example.com
    host mx.example.com [192.0.2.4]: 550 5.1.1 User unknown
`,
    { verdict: 'lasting', head: { 'X-Failed-Recipients': 'full@example.com, gone@example.com' } },
  ),
  'Exim, delayed': {
    source: writeText(
      'This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on exim.example.\n\nThe address to which the message has not yet been delivered is:\n\n  late@example.com\n    host mx.example.com [192.0.2.4]: Connection timed out\n\nNo action is required on your part. Delivery attempts will continue for\nsome time.\n',
      { Subject: 'Warning: message 1abc delayed 24 hours' },
    ),
    kind: 'delayed',
    recipient: 'late@example.com',
  },
  'Sendmail, delayed': {
    source: writeText(
      '    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\n   ----- The following addresses had transient non-fatal errors -----\n<late@example.com>\n\n   ----- Transcript of session follows -----\nlate@example.com... Deferred: Connection timed out with mx.example.com.\nWarning: message still undelivered after 4 hours\nWill keep trying until message is 5 days old\n',
      { From: 'Mail Delivery Subsystem <MAILER-DAEMON@sendmail.example>' },
    ),
    kind: 'delayed',
    recipient: 'late@example.com',
  },
  'An address and a reason, no more': writeFailed(
    'User mailbox exceeds allowed size: full@example.com\n\nOriginal message follows.\n',
    {
      to: 'full@example.com',
      verdict: 'passing',
      head: { From: 'Postmaster <postmaster@i.example>' },
    },
  ),
  'Sun Messaging Server': writeFailed(
    'This report relates to a message you sent with the following header fields:\n\n  Return-path: <hello@lights.example>\n  Subject: Your seat\n\nYour message cannot be delivered to the following recipients:\n\n  Recipient address: gone@example.com\n  Reason: Remote SMTP server has rejected address\n  Diagnostic code: smtp;550 5.1.1 unknown or illegal alias: gone@example.com\n',
    { verdict: 'lasting', head: { From: 'Internet Mail Delivery <postmaster@m.example>' } },
  ),
}
