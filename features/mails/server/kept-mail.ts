import { createHash } from 'node:crypto'
import { cutLinkTokens } from '#platform/signed-links/signed-links.ts'
import type { KeptMail } from '#schema/mails.ts'
import type { MailDefinition } from './mail-kind.ts'
import type { Mailer, RenderedMail } from './mailer.ts'

/**
 * Returns a hash of a mail's subject and text. The outbox stores the hash; if the mail is composed again later, it
 * shows whether the result equals the mail that was sent.
 */
export function digestMail({ subject, text }: Pick<RenderedMail, 'subject' | 'text'>): string {
  return createHash('sha256').update(`${subject}\n${text}`).digest('base64url')
}

function writeMailbox(mailbox: RenderedMail['from']): string {
  if (typeof mailbox === 'string') return mailbox
  return mailbox && 'address' in mailbox ? `${mailbox.name} <${mailbox.address}>` : ''
}

/**
 * Returns the parts of a mail that the outbox stores: the headers, without the token of the unsubscribe link, and the
 * text only if no mail server is configured. For a sent mail, the outbox stores a digest instead of the text.
 */
export function keepMail(
  mail: RenderedMail,
  { isSending, replyTo }: Pick<Mailer, 'isSending' | 'replyTo'>,
  { hidesText }: Pick<MailDefinition, 'hidesText'>,
): KeptMail {
  const { subject, text, html, headers } = mail
  const unsubscribe = (headers as Record<string, string>)['List-Unsubscribe']
  const isSecret = isSending && hidesText
  return {
    subject: isSecret ? '' : String(subject),
    from: writeMailbox(mail.from),
    ...(replyTo && { replyTo }),
    ...(unsubscribe && { listUnsubscribe: cutLinkTokens(unsubscribe) }),
    ...(isSending ? !isSecret && { digest: digestMail(mail) } : { text, html }),
  }
}
