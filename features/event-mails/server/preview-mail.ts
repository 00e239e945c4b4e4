import type { EventRow } from '#features/events/server/event-rows.ts'
import { composeMail, wordsContextOf, type Mail } from '#features/mails/server/compose.ts'
import { fillingsFor, type Fillings } from '#features/mails/server/fill-placeholders.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { renderMail } from '#features/mails/server/render.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Site } from '#kernel/site.ts'
import { inertLinkKey } from '#platform/signed-links/signed-links.ts'

export type PreviewedMail = {
  mail: Mail
  html: string
  text: string
  /** Value of each placeholder in the mail. */
  fillings: Fillings
}

const createdAt = new Date('2027-01-01T00:00:00Z')

/**
 * Composes and renders a mail to an example recipient, with or without an event. Signing key and recipient are
 * invented, so that the mail's links are invalid.
 */
export function previewMail(
  kind: MailKind,
  {
    kinds,
    site,
    origin,
  }: {
    kinds: MailKinds
    site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>
    origin: string
  },
  about: Partial<Pick<NotificationRow, 'registration' | 'crew' | 'isMapped'>> & {
    event?: EventRow
    formerStart?: Date | undefined
  },
): PreviewedMail {
  const linkKey = inertLinkKey
  const code = { codeId: 1, codeCreatedAt: createdAt }
  const outboxEntry = { id: 1, kind, email: 'robin@example.com', createdAt, ...code }
  const from = 'hello@example.com'
  const context = { kinds, site, origin, linkKey, firstName: 'Robin', outboxEntry }
  const notification = { kind, ...about }
  const mail = composeMail([notification], { ...context, mailer: { from } })
  const { html, text } = renderMail(mail, { outboxEntry, linkKey, from, site, origin })
  const fillings = fillingsFor(notification, wordsContextOf(notification, context), kinds[kind])
  return { mail, html, text, fillings }
}
