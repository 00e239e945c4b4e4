import type { Report } from '#features/bounces/server/read-report.ts'

/** A mail in a system's format, with the expected interpretation. */
export type Sample = {
  source: string
  kind: Report['kind']
  recipient?: string
  verdict?: 'lasting' | 'passing' | 'ours'
  status?: string
}

type Head = Record<string, string | undefined>

export const messageId = '<registration_confirmed.7-AAAABBBBCCCCDDDDEEEEFFFF@lights.example>'

/** Returns the bounced mail. */
export function returnedMail(
  to: string,
  body = 'Hello Thandi,\n\nYour seat is confirmed.',
): string {
  return `Received: from app (app [192.0.2.9]) by relay.example with ESMTPSA
From: House Lights <hello@lights.example>
To: ${to}
Subject: Your seat is confirmed
Message-ID: ${messageId}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

${body}`
}

/** Returns a plain text mail, by default from a mail server. */
export function writeText(text: string, head: Head = {}): string {
  return `${writeHead({ 'Content-Type': 'text/plain; charset=utf-8', ...head })}\n${text}\n`
}

export function writeHead(head: Head): string {
  const fields: Head = {
    'Return-Path': '<>',
    Date: 'Tue, 1 Dec 2026 08:00:00 +0000',
    From: 'Mail Delivery System <MAILER-DAEMON@relay.example>',
    To: 'hello@lights.example',
    Subject: 'Undelivered Mail Returned to Sender',
    'MIME-Version': '1.0',
    ...head,
  }
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return `${lines.join('\n')}\n`
}

type Parts = {
  text?: string
  /** Fields of each recipient. */
  groups?: string[]
  returned?: string | undefined
  head?: Head
  textType?: string
  statusEncoding?: 'base64'
}

/** Returns a report of RFC 3464 with its three parts, each optional. */
export function writeParts({
  text,
  groups,
  returned,
  head,
  textType = 'text/plain; charset=utf-8',
  statusEncoding,
}: Parts) {
  const fields =
    groups &&
    `Reporting-MTA: dns; relay.example\nArrival-Date: Tue, 1 Dec 2026 07:59:58 +0000\n\n${groups.join('\n\n')}\n`
  const encoded = statusEncoding && fields ? Buffer.from(fields).toString('base64') : fields
  const encoding = statusEncoding ? 'Content-Transfer-Encoding: base64\n' : ''
  const parts = [
    text !== undefined && `Content-Type: ${textType}\n\n${text}`,
    encoded && `Content-Type: message/delivery-status\n${encoding}\n${encoded}`,
    returned && `Content-Type: message/rfc822\n\n${returned}`,
  ].filter(Boolean)
  const type = 'multipart/report; report-type=delivery-status; boundary="=_part"'
  const body = parts.map((part) => `--=_part\n${part}\n`).join('')
  return `${writeHead({ 'Content-Type': type, 'Auto-Submitted': 'auto-replied', ...head })}\n${body}--=_part--\n`
}

/** Returns the fields of one recipient. */
export function group(
  to: string,
  { action = 'failed', status = '5.1.1', said = '', more = '' } = {},
) {
  const code = said && `Diagnostic-Code: smtp; ${said}`
  return [
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.example.com',
    code,
    more,
  ]
    .filter(Boolean)
    .join('\n')
}

type Words = { to?: string; verdict: Sample['verdict']; head?: Head }

/** Returns a plain text report, by default about `gone@example.com`. */
export function writeFailed(
  text: string,
  { to = 'gone@example.com', verdict, head }: Words,
): Sample {
  return { source: writeText(text, head), kind: 'failed', recipient: to, verdict }
}
