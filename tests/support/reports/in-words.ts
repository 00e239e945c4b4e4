import { returnedMail, writeFailed, type Sample } from './write-mail.ts'

function exim(said: string, verdict: Sample['verdict'], to = 'gone@example.com'): Sample {
  const text = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${to}
    ${said}

------ This is a copy of the message, including all the headers. ------

Return-path: <hello@lights.example>
${returnedMail(to)}`
  return writeFailed(text, {
    to,
    verdict,
    head: {
      'X-Failed-Recipients': to,
      'Auto-Submitted': 'auto-replied',
      From: 'Mail Delivery System <Mailer-Daemon@exim.example>',
      Subject: 'Mail delivery failed: returning message to sender',
    },
  })
}

function qmail(said: string, verdict: Sample['verdict'], to = 'gone@example.com'): Sample {
  const text = `Hi. This is the qmail-send program at qmail.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${to}>:
${said}

--- Below this line is a copy of the message.

Return-Path: <hello@lights.example>
${returnedMail(to)}`
  return writeFailed(text, {
    to,
    verdict,
    head: {
      From: 'MAILER-DAEMON@qmail.example',
      Subject: 'failure notice',
      'Content-Type': undefined,
    },
  })
}

function openSmtpd(said: string, verdict: Sample['verdict']): Sample {
  const text = `    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

gone@example.com: ${said}

    Below is a copy of the original message:

${returnedMail('gone@example.com')}`
  return writeFailed(text, {
    verdict,
    head: {
      From: 'Mailer Daemon <MAILER-DAEMON@openbsd.example>',
      Subject: 'Delivery status notification: error',
    },
  })
}

function dragonFly(said: string, verdict: Sample['verdict']): Sample {
  const text = `This is the DragonFly Mail Agent v0.13 at dfly.example.

There was an error delivering your mail to <gone@example.com>.

${said}

Message headers follow.

${returnedMail('gone@example.com', '')}`
  return writeFailed(text, {
    verdict,
    head: { 'Return-Path': undefined, From: 'MAILER-DAEMON <>', Subject: 'Mail delivery failed' },
  })
}

function oldGmail(said: string, verdict: Sample['verdict'], head = {}): Sample {
  const text = `Delivery to the following recipient failed permanently:

     gone@example.com

Technical details of permanent failure: 
${said}

----- Original message -----

${returnedMail('gone@example.com')}`
  return writeFailed(text, {
    verdict,
    head: {
      From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      Subject: 'Delivery Status Notification (Failure)',
      'X-Failed-Recipients': 'gone@example.com',
      ...head,
    },
  })
}

const tried =
  'Google tried to deliver your message, but it was rejected by the recipient domain. We recommend contacting the other email provider for further information about the cause of this error. The error that the other server returned was: '

/** Bounces without structured fields. */
export const samplesInWords: Record<string, Sample> = {
  'Exim, refused at the recipient': exim(
    'SMTP error from remote mail server after RCPT TO:<gone@example.com>:\n    host mx.example.com [192.0.2.4]: 550 5.1.1 <gone@example.com>: User unknown',
    'lasting',
  ),
  'Exim, unrouteable': exim('Unrouteable address', 'lasting'),
  'Exim, all MX lead nowhere': exim(
    'all relevant MX records point to non-existent hosts',
    'lasting',
  ),
  'Exim, given up': exim('host mx.example.com [192.0.2.4]: retry timeout exceeded', 'passing'),
  'Exim, quota': exim('mailbox is full: retry timeout exceeded', 'passing'),
  'Exim, refused after the data': exim(
    'SMTP error from remote mail server after end of data:\n    host mx.example.com [192.0.2.4]: 550 Rejected',
    'ours',
  ),
  'Exim, refused as spam': exim(
    'SMTP error from remote mail server after end of data:\n    host mx.example.com [192.0.2.4]: 554 5.7.1 This message scored as spam',
    'ours',
  ),
  'Exim, block list': exim(
    'SMTP error from remote mail server after MAIL FROM:<hello@lights.example>:\n    host mx.example.com [192.0.2.4]: 554 Your IP is listed at bl.example',
    'ours',
  ),
  'Exim, sender verification': exim(
    'SMTP error from remote mail server after RCPT TO:<gone@example.com>:\n    host mx.example.com [192.0.2.4]: 550 Sender verify failed: unknown user',
    'ours',
  ),
  'qmail, refused by a server': qmail(
    '192.0.2.6 does not like recipient.\nRemote host said: 550 5.1.1 <gone@example.com>: User unknown\nGiving up on 192.0.2.6.',
    'lasting',
  ),
  'qmail, no mailbox': qmail('Sorry, no mailbox here by that name. (#5.1.1)', 'lasting'),
  'qmail, no host': qmail("Sorry, I couldn't find any host named example.com. (#5.1.2)", 'lasting'),
  'qmail, no connection for a week': qmail(
    "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.",
    'passing',
  ),
  'qmail, over quota': qmail('user is over quota', 'passing'),
  'qmail, vpopmail': qmail('Sorry, no mailbox here by that name. vpopmail (#5.1.1)', 'lasting'),
  'qmail, not ours to relay': qmail(
    "192.0.2.6 does not like recipient.\nRemote host said: 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    'ours',
  ),
  'qmail, refused after the message': qmail(
    '192.0.2.6 failed after I sent the message.\nRemote host said: 554 Message rejected: policy [DATA]',
    'ours',
  ),
  'OpenSMTPD, no such user': openSmtpd('550 5.1.1 <gone@example.com>: User unknown', 'lasting'),
  'OpenSMTPD, full': openSmtpd('552 5.2.2 Mailbox Full', 'passing'),
  'OpenSMTPD, no MX': openSmtpd('No MX found for domain', 'lasting'),
  'OpenSMTPD, no reply': openSmtpd('Network error on destination MXs', 'passing'),
  'DragonFly, refused': dragonFly(
    'mx.example.com [192.0.2.7] did not like our RCPT TO:\n550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown',
    'lasting',
  ),
  'DragonFly, refused as listed': dragonFly(
    'mx.example.com [192.0.2.7] did not like our MAIL FROM:\n554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org',
    'ours',
  ),
  'DragonFly, after the data': dragonFly(
    'mx.example.com [192.0.2.7] did not like our DATA:\n552 5.3.4 Message too big',
    'ours',
  ),
  'DragonFly, no host': dragonFly('DNS lookup failure: host example.com not found', 'lasting'),
  'DragonFly, given up': dragonFly(
    'connect to mx.example.com [192.0.2.7] failed: Connection refused\nDelivery was not possible within 5 days.',
    'passing',
  ),
  'Gmail of before, no such user': oldGmail(
    `${tried}550 550 5.1.1 <gone@example.com>: User unknown (state 14).`,
    'lasting',
  ),
  'Gmail of before, its own': oldGmail(
    "The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces.",
    'lasting',
  ),
  'Gmail of before, spam': oldGmail(
    `${tried}554 554 Message rejected because of unacceptable content. For help, quote spam id 4 (state 18).`,
    'ours',
  ),
  'Gmail of before, no domain': oldGmail('DNS Error: Domain name not found', 'lasting'),
  'Gmail of before, never answered': oldGmail(
    'The recipient server did not accept our requests to connect. Connection timed out',
    'passing',
  ),
  'Gmail of before, full': oldGmail(
    `${tried}452 452 4.2.2 The email account that you tried to reach is over quota (state 13).`,
    'passing',
  ),
}
