import { eq } from 'drizzle-orm'
import { lockEvent, requireEvent } from '#features/events/server/event-rows.ts'
import { findPageMistake, readOwnPage } from '#features/site/server/own-page.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import { writeWatchAddress } from '#kernel/slug.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { showNotes } from '#schema/materials.ts'

/** Returns the Markdown of an event's show notes; empty without any. Throws 404 for an unknown event. */
export async function readShowNotes(db: Db, eventId: number): Promise<{ text: string }> {
  await requireEvent(db, eventId)
  const [row] = await db.select().from(showNotes).where(eq(showNotes.eventId, eventId))
  return { text: row?.markdown ?? '' }
}

/**
 * Saves an event's show notes and their HTML; an empty text deletes them. Throws 400 for Markdown that is not allowed,
 * 404 for an unknown event.
 */
export async function saveShowNotes(
  db: Db,
  eventId: number,
  text: string,
  { actor, now }: Deed,
): Promise<{ text: string }> {
  const html = text && linkTimes(await render(db, text), eventId)
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const row = { markdown: text, html, updatedAt: now }
    if (text) {
      await tx
        .insert(showNotes)
        .values({ eventId, ...row })
        .onConflictDoUpdate({ target: showNotes.eventId, set: row })
    } else await tx.delete(showNotes).where(eq(showNotes.eventId, eventId))
    await recordEvents(tx, [{ type: 'event.changed', eventId }], causeOf(actor))
    await writeAuditEntry(tx, actor, {
      action: 'show_notes_saved',
      subject: event.title,
      details: { eventId, characters: text.length },
      now,
    })
    return { text }
  })
}

/** Renders Markdown as the site's own pages do. */
async function render(db: Db, markdown: string): Promise<string> {
  const mistake = await findPageMistake(db, markdown)
  if (mistake !== undefined) throw invalidInput([{ field: 'text', message: mistake }])
  const { title, html } = await readOwnPage(db, markdown)
  return title ? `<h2>${escapeMarkup(title)}</h2>\n${html}` : html
}

/** HTML elements whose content is left unchanged: times in links, code and preformatted text do not become links. */
const untouched = /(<(?:pre|a|code)\b[^]*?<\/(?:pre|a|code)>)/
/** A time at the beginning of a line, a paragraph, a list entry or a heading, also in brackets or emphasised. */
const time =
  /((?:^|<(?:li|p|h[1-6]|br \/)>|\n)\s*(?:<(?:strong|em)>)*[[(]?)((?:(\d{1,2}):)?([0-5]?\d):([0-5]\d))(?![\d:])/g

/** Returns HTML in which the times of show notes are links that play the recording from there. */
export function linkTimes(html: string, eventId: number): string {
  return html
    .split(untouched)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(time, link)))
    .join('')

  function link(_: string, before: string, words: string, ...parts: (string | undefined)[]) {
    const [hours = '0', minutes = '0', rest = '0'] = parts
    const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
    if (seconds >= longestRecording) return `${before}${words}`
    const address = writeWatchAddress(eventId, seconds)
    return `${before}<a href="${address.replaceAll('&', '&amp;')}" data-seconds="${seconds}">${words}</a>`
  }
}
