import { writeFailed, writeText, type Sample } from './write-mail.ts'

/** Short bounces of gateways, scanners and servers with their own senders. */
export const samplesOfGateways: Record<string, Sample> = {
  'IMail, in one line': writeFailed(
    'Invalid final delivery userid: gone@example.com\n\nOriginal message follows.\n',
    { verdict: 'lasting', head: { From: '"Postmaster" <postmaster@imail.example>' } },
  ),
  'LSMTP, fields for a list server': writeFailed(
    `An error was detected while the mail below was handled.

--> Description of it:

Error-for:  gone@example.com
Error-Code: 0
Error-Text: Mailer mx.example.com said:
            "554 Message looping (seen 7 times)"

------------------------------ Original message ------------------------------
`,
    { verdict: 'passing', head: { From: 'LSMTP <postmaster@lsmtp.example>' } },
  ),
  'A gateway that has a sender': writeFailed(
    '------ Failed ------\n<gone@example.com>: No mailbox has this name. [SMTP Error Code 550]\n',
    {
      verdict: 'lasting',
      head: {
        'Return-Path': '<X9_SMTP_Mail_Service@gate.example>',
        From: 'X9_SMTP_Mail_Service@gate.example',
      },
    },
  ),
  'InterScan, the session itself': writeFailed(
    'Sent     <<< RCPT TO:<gone@example.com>\nReceived >>> 550 5.1.1 user unknown\n\nThe mail could not be delivered.\n',
    {
      verdict: 'lasting',
      head: { 'Return-Path': '<imss@scan.example>', From: 'imss@scan.example' },
    },
  ),
  'A sender for reports alone': {
    source: writeText(
      'Your mail could not be delivered. One of its recipients is not a valid user of this system.',
      { 'Return-Path': '<ndr@some.example>', From: 'ndr@some.example' },
    ),
    kind: 'failed',
    verdict: 'lasting',
  },
}
