import type { ReplyOf } from '#kernel/endpoint.ts'
import type { readOutboxEntry as endpoint } from '#features/mails/contract.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { cutLinkTokens, inertLinkKey, type LinkKey } from '#platform/signed-links/signed-links.ts'
import type { KeptMail } from '#schema/mails.ts'
import { digestMail } from './kept-mail.ts'
import type { MailKinds } from './mail-kind.ts'
import { readOutboxEntry } from './outbox.ts'
import { readNotifications } from './record.ts'
import { addFormerStart, writeMail } from './send.ts'

type Context = {
  kinds: MailKinds
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>
  origin: string
  linkKey: LinkKey
  from: string
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
  const { kept: stored, messageId, mail, ...entry } = await readOutboxEntry(db, id)
  const headers = stored ? listHeaders(entry, stored, messageId) : []
  const hidesLinks = entry.state === 'sent' || context.kinds[entry.kind].hidesLinks
  const content = stored && (await readContent(db, mail, stored, context))
  if (!stored || !content) return { ...entry, headers, kept: null }
  const { text, html } = content
  const shown = hidesLinks ? { text: cutLinkTokens(text), html: cutLinkTokens(html) } : content
  return { ...entry, headers, kept: { subject: stored.subject, ...shown } }
}

async function readContent(db: Db, mail: number, stored: KeptMail, context: Context) {
  const { text, html, digest } = stored
  if (text !== undefined && html !== undefined) return { text, html }
  const found = (await readNotifications(db, [mail])).get(mail) ?? []
  const rows = found.filter(({ outboxEntry }) => outboxEntry.state === 'sent')
  // A sign-in code is derived from the outbox entry, so composing its mail again would reveal a valid code.
  if (rows.length === 0 || rows[0]!.outboxEntry.kind === 'sign_in_code') return undefined
  const told = await Promise.all(rows.map((row) => addFormerStart(db, context.kinds, row)))
  const isInert = context.kinds[rows[0]!.outboxEntry.kind].isInert?.(rows[0]!.outboxEntry)
  const mailer = { from: context.from }
  const again = writeMail(told, { ...context, mailer }, isInert ? inertLinkKey : context.linkKey)
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
