import type { Site } from '#shared/site.ts'
import { makeMessageId } from '#server/bounces/message-id.ts'
import type { LinkKey } from '#server/link-tokens/read-link-key.ts'
import type { Mail } from './mail-parts.ts'
import type { RenderedMail } from './mailer.ts'
import type { OutboxEntryRow } from './read-matters.ts'
import { renderHtml } from './write-html.ts'
import { renderText } from './write-text.ts'

type Envelope = {
  outboxEntry: Pick<OutboxEntryRow, 'id' | 'kind' | 'email' | 'createdAt'>
  linkKey: LinkKey
  from: string
  series: Site['series']
}

/** The domain of the sender's address, which every Message-ID ends with. */
function domainOf(from: string) {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/**
 * A mail as it is handed over. The Message-ID is the outbox entry's own, the same at every try, so that a
 * repetition can be recognised as one.
 */
export function renderMail(
  mail: Mail,
  { outboxEntry, linkKey, from, series }: Envelope,
): RenderedMail {
  return {
    from,
    to: { name: '', address: outboxEntry.email },
    subject: mail.subject,
    messageId: makeMessageId(linkKey, outboxEntry, domainOf(from)),
    date: outboxEntry.createdAt,
    text: renderText(mail, series.name),
    html: renderHtml(mail, series),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe.address}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    icalEvent: mail.calendar && {
      filename: 'event.ics',
      method: mail.calendar.method,
      content: mail.calendar.content,
    },
  }
}
