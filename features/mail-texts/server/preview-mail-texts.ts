import { desc, eq, sql } from 'drizzle-orm'
import { previewMail } from '#features/event-mails/server/preview-mail.ts'
import { unknownEvent, type EventRow } from '#features/events/server/event-rows.ts'
import type { previewMailTexts as contract, WrittenWords } from '#features/mail-texts/contract.ts'
import { listFallbacks } from '#features/mails/server/fill-placeholders.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { readDraftContent } from '#features/site/server/site-draft.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { mailTextNames } from '#kernel/mail-texts.ts'
import type { Db } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { writeInEveryState } from './mail-states.ts'
import { keepWords } from './mail-texts.ts'
import { senderNameOf } from './say-defaults.ts'

type Context = {
  content: SiteContent
  kinds: MailKinds
  from: string
  origin: string
  now: Date
}

/**
 * Renders samples of a kind of mail, with the given texts or else those in the draft. The links in samples do not work.
 * Throws 404 for an unknown event, and 400 in the same cases as saving.
 */
export async function previewMailTexts(
  db: Db,
  kind: MailKind,
  { eventId, ...written }: WrittenWords & { eventId?: number | null | undefined },
  { content, kinds, from, origin, now }: Context,
): Promise<ReplyOf<typeof contract>> {
  const isTried = mailTextNames.some((name) => written[name] !== undefined)
  // Show the site's published colours and fonts, with the given or drafted mail texts.
  const { mails } = await readDraftContent(db, content)
  const words = isTried ? keepWords(kind, written) : mails?.[kind]
  const site = { ...content.site(), mails: { [kind]: words } }
  const event = await findEvent(db, eventId ?? undefined, now)
  const texts = Object.values(words ?? {}).filter((text) => text !== undefined)
  const states = writeInEveryState(
    kind,
    { kinds, timeZone: site.display.zone, ...(event && { event }) },
    (state, about) => {
      const { mail, html, text, fillings } = previewMail(kind, { kinds, site, origin }, about)
      return {
        state,
        subject: mail.subject,
        sender: mail.sender ?? senderNameOf(from),
        html,
        text,
        hasCalendar: mail.calendar !== undefined,
        fallbacks: listFallbacks(texts, fillings),
      }
    },
  )
  return { event: event ? { id: event.id, title: event.title } : null, states }
}

/** Returns the requested event, or else the published event with the latest date. Throws 404 for an unknown id. */
async function findEvent(
  db: Db,
  eventId: number | undefined,
  now: Date,
): Promise<EventRow | undefined> {
  const [found] = await db
    .select()
    .from(events)
    .where(eventId === undefined ? isPublishedAt(now) : eq(events.id, eventId))
    .orderBy(sql`${events.eventDate} desc nulls last`, desc(events.id))
    .limit(1)
  if (!found && eventId !== undefined) throw unknownEvent(eventId)
  return found
}
