import { z } from 'zod'
import { isThisMachine, text, type Setting } from './setting-schemas.ts'

/** The IMAP mailbox that receives bounces. */
export type BounceMailbox = {
  /** Display name of the mailbox: `user@host/folder`. */
  name: string
  host: string
  port: number
  /** True for implicit TLS from the start of the connection; false for STARTTLS. */
  secure: boolean
  /** Whether the connection to the bounce mailbox must use TLS: false only for a mail server on the same machine. */
  requireTls: boolean
  user: string
  pass: string
  folder: string
}

const mailbox = text.transform((value, context): BounceMailbox => {
  const url = URL.parse(value)
  if (url && /^imaps?:$/.test(url.protocol) && url.hostname && url.username && url.password) {
    const secure = url.protocol === 'imaps:'
    const [user, pass] = [url.username, url.password].map(decode)
    const folder = decode(url.pathname.replace(/^\/+|\/+$/g, '')) || 'INBOX'
    return {
      name: `${user}@${url.host}/${folder}`,
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (secure ? 993 : 143),
      secure,
      requireTls: !isThisMachine(value),
      user: user!,
      pass: pass!,
      folder,
    }
  }
  context.addIssue('must look like imaps://user:password@mail.example.org/INBOX')
  return z.NEVER
})

/** Decodes a part of a URL; returns a part with an invalid escape unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Settings of the bounce mailbox; see docs/operations.md, "Mail". */
export const bounceSettings = {
  BOUNCE_IMAP_URL: {
    doc: 'IMAP mailbox that receives bounces, e.g. imaps://user:password@mail.example.org/INBOX. It is only read. Mails then have the envelope sender `bounce+…@`, which must arrive in this mailbox. Unset: only immediate rejections are noticed.',
    fallback: '',
    schema: mailbox,
  },
} as const satisfies Record<string, Setting>
