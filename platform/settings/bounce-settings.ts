import { z } from 'zod'
import { isThisMachine, text, type Setting } from './setting-schemas.ts'

/** A mailbox that reports of mails that came back are read from. */
export type BounceMailbox = {
  /** `user@host/folder`. */
  name: string
  host: string
  port: number
  /** TLS from the first byte on; otherwise STARTTLS. */
  secure: boolean
  /** Whether nothing is said without TLS: always, but to the same machine. */
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
  context.addIssue('must be such as imaps://user:password@mail.example.org/INBOX')
  return z.NEVER
})

/** A percent sign that stands for itself is one. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where mails that come back are read; docs/operations.md, "Mail". */
export const bounceSettings = {
  BOUNCE_IMAP_URL: {
    doc: 'Mailbox that mails come back to, e.g. imaps://user:password@mail.example.org/INBOX: it is read, never changed. Mails then come from `bounce+…@` on the envelope, which must arrive there. Unset: only what the mail server refuses at once is noticed.',
    fallback: '',
    schema: mailbox,
  },
} as const satisfies Record<string, Setting>
