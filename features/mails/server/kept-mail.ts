import { createHash } from 'node:crypto'
import type { KeptMail } from '#schema/mails.ts'
import type { Mailer, RenderedMail } from './mailer.ts'

/** Returns a digest that tells whether a mail that is composed again equals the one that was sent. */
export function digestMail({ subject, text }: Pick<RenderedMail, 'subject' | 'text'>): string {
  return createHash('sha256').update(`${subject}\n${text}`).digest('base64url')
}

function writeMailbox(mailbox: RenderedMail['from']): string {
  if (typeof mailbox === 'string') return mailbox
  return mailbox && 'address' in mailbox ? `${mailbox.name} <${mailbox.address}>` : ''
}

/**
 * Returns what the outbox stores of a mail: its headers, and its text only if no mail server is configured.
 * Of a sent mail, a digest of the text is stored instead.
 */
export function keepMail(
  mail: RenderedMail,
  { isSending, replyTo }: Pick<Mailer, 'isSending' | 'replyTo'>,
): KeptMail {
  const { subject, text, html, headers } = mail
  const unsubscribe = (headers as Record<string, string>)['List-Unsubscribe']
  return {
    subject: String(subject),
    from: writeMailbox(mail.from),
    ...(replyTo && { replyTo }),
    ...(unsubscribe && { listUnsubscribe: unsubscribe }),
    ...(isSending ? { digest: digestMail(mail) } : { text, html }),
  }
}
