import { eq } from 'drizzle-orm'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { readOutboxEntry as endpoint } from '#features/mails/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { cutLinkTokens, type LinkKey } from '#platform/signed-links/signed-links.ts'
import { type KeptMail, outboxEntries } from '#schema/mails.ts'
import { digestMail } from './kept-mail.ts'
import type { MailKinds } from './mail-kind.ts'
import { readOutboxEntry } from './outbox.ts'
import { readNotifications } from './record.ts'
import { composeRows } from './send.ts'

type Context = {
  kinds: MailKinds
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>
  origin: string
  linkKey: LinkKey
  from: string
  isZoomConnected: boolean
  /**
   * False for administrators with the role viewer. They must not see links and ids with which they could act for a
   * recipient.
   */
  mayEdit: boolean
}

/**
 * Returns an outbox entry with the headers and the text of its mail. Composes the text of a sent mail again,
 * and returns it only if it equals the sent text. Throws 404 for an unknown id.
 */
export async function readSentMail(
  db: Db,
  id: number,
  context: Context,
): Promise<ReplyOf<typeof endpoint>> {
  const { kinds, mayEdit } = context
  const { mail, ...entry } = await readOutboxEntry(db, id)
  const [found] = await db
    .select({ stored: outboxEntries.kept, messageId: outboxEntries.messageId })
    .from(outboxEntries)
    .where(eq(outboxEntries.id, id))
  const { stored = null, messageId = null } = found ?? {}
  const { hidesText, hidesLinks } = kinds[entry.kind]
  if (!stored || (hidesText && !mayEdit)) return { ...entry, headers: [], kept: null }
  // Viewers do not see the Message-ID, because a bounce that contains it is accepted as genuine.
  const headers = listHeaders(entry, stored, mayEdit ? messageId : null)
  const content = await readContent(db, mail, entry.kind, stored, context)
  if (!content) return { ...entry, headers, kept: null }
  const { text, html } = content
  const isCut = entry.state === 'sent' || hidesLinks || !mayEdit
  const shown = isCut ? { text: cutLinkTokens(text), html: cutLinkTokens(html) } : content
  return { ...entry, headers, kept: { subject: stored.subject, ...shown } }
}

async function readContent(
  db: Db,
  mail: number,
  kind: MailKind,
  { text, html, digest }: KeptMail,
  context: Context,
) {
  if (text !== undefined && html !== undefined) return { text, html }
  if (context.kinds[kind].hidesText) return undefined
  const found = (await readNotifications(db, [mail])).get(mail) ?? []
  const rows = found.filter(({ outboxEntry }) => outboxEntry.state === 'sent')
  if (rows.length === 0) return undefined
  const again = await composeRows(db, rows, { ...context, mailer: { from: context.from } })
  return digestMail(again) === digest ? { text: again.text, html: again.html } : undefined
}

function listHeaders(
  { email, createdAt }: { email: string; createdAt: string },
  { subject, from, replyTo, listUnsubscribe }: KeptMail,
  messageId: string | null,
) {
  const headers: [name: string, value: string | null | undefined][] = [
    ['From', from],
    ['To', email],
    ['Reply-To', replyTo],
    ['Subject', subject],
    ['Date', new Date(createdAt).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', messageId],
    ['List-Unsubscribe', listUnsubscribe],
    ['List-Unsubscribe-Post', listUnsubscribe && 'List-Unsubscribe=One-Click'],
  ]
  return headers.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}
