import { eq } from 'drizzle-orm'
import type { previewAnnouncement as entry } from '#features/announcements/contract.ts'
import type { Audience } from '#kernel/audience-kinds.ts'
import { wordsContextOf } from '#features/mails/server/compose.ts'
import { enqueueTest, readAsSent } from '#features/mails/server/enqueue-announcement.ts'
import { fillingsFor, listFallbacks } from '#features/mails/server/fill-placeholders.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { Mailer } from '#features/mails/server/mailer.ts'
import { writeMail } from '#features/mails/server/send.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { inertLinkKey } from '#platform/signed-links/signed-links.ts'
import { announcements } from '#schema/announcements.ts'
import { findInAudience } from './audiences.ts'
import { lockAnnouncement, noteTested, type Deed } from './written-announcement.ts'

type Context = {
  kinds: MailKinds
  site: Site
  origin: string
  mailer: Pick<Mailer, 'from'>
  time: TimeContext
}

/** Email of the invented recipient in the preview of an announcement without recipients. */
const sampleAddress = 'nobody@example.com'

/**
 * Renders an announcement's mail as a recipient gets it; an invented signing key makes its links invalid.
 * Throws 404 if the announcement is unknown, or if the person is not in its audience.
 */
export async function previewAnnouncement(
  db: Db,
  id: number,
  personKey: string | undefined,
  { time, ...context }: Context,
): Promise<ReplyOf<typeof entry>> {
  const [found] = await db.select().from(announcements).where(eq(announcements.id, id))
  if (!found) throw new Refusal('no_such_announcement')
  const meant = { audience: found.audience as Audience, topic: found.topic }
  const person = await findInAudience(db, meant, personKey, time)
  if (personKey !== undefined && !person) throw new Refusal('no_such_person')
  const about = { announcementId: id, eventId: found.eventId }
  const rows = await db.transaction((tx) => readAsSent(tx, about, person?.email ?? sampleAddress))
  const { subject, html, text } = writeMail(
    rows,
    { ...context, linkKey: inertLinkKey },
    inertLinkKey,
  )
  const [row] = rows
  const { firstName, crew, outboxEntry } = row!
  const words = wordsContextOf(
    { ...row!, kind: outboxEntry.kind },
    { ...context, linkKey: inertLinkKey, outboxEntry, firstName: firstName ?? crew?.name ?? '' },
  )
  const fillings = fillingsFor({ ...row!, kind: outboxEntry.kind }, words)
  return {
    person: person ?? null,
    subject: String(subject),
    html,
    text,
    htmlBytes: Buffer.byteLength(html),
    fallbacks: listFallbacks([found.subject, found.body], fillings),
    notes: found.content.notes,
  }
}

/** Sends a test mail of an announcement to one address, and records a digest of the tested text. */
export async function testAnnouncement(
  db: Db,
  jobs: JobSender,
  id: number,
  to: string,
  { actor, time }: Deed,
): Promise<void> {
  await db.transaction(async (tx) => {
    const announcement = await lockAnnouncement(tx, id)
    const about = { announcementId: id, eventId: announcement.eventId }
    await noteTested(tx, announcement, await enqueueTest(tx, jobs, about, to))
    await writeAuditEntry(tx, actor, {
      action: 'announcement_tested',
      subject: announcement.subject,
      now: time.now,
    })
  })
}
