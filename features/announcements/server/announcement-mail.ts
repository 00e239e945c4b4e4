import { sql } from 'drizzle-orm'
import type { Audience } from '#kernel/audience-kinds.ts'
import {
  fillingsFor,
  fillSubject,
  fillText,
  firstWordsOf,
} from '#features/mails/server/fill-placeholders.ts'
import type {
  Notification,
  StandaloneMail,
  WordsContext,
} from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { hasAgreed, hasLeft } from '#features/newsletter/server/consents.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { isInAudience } from './audiences.ts'

/** An invented announcement, which the lists and previews of all kinds of mail show. */
const sample: NonNullable<Notification['announcement']> = {
  id: 0,
  topic: 'news',
  eventId: null,
  audience: { any: [{ kind: 'updates' }], except: [] },
  subject: 'A word from {series}',
  content: {
    blocks: [{ paragraph: [{ text: 'Hello {firstName}, this is what the organiser wrote.' }] }],
    notes: [],
  },
}

export const announcementMail = {
  to: 'person',
  isRepeatable: false,
  isLeftInDoubt: true,
  notAgain: 'An announcement goes to each person once',
  topicOf: ({ announcement }) =>
    (announcement ?? sample).topic === 'news' ? ('news' as const) : undefined,
  findWhyNot: findSkipReason,
  words(context, about) {
    const { subject, content } = about.announcement ?? sample
    const fillings = fillingsFor(about, context)
    const written = fillText(content.blocks, fillings, context.origin)
    return {
      subject: fillSubject(subject, fillings),
      preview: firstWordsOf(written),
      parts: [{ written }],
      reason: reasonOf(about, context),
      greetsItself: true,
    }
  },
} satisfies StandaloneMail

function reasonOf({ announcement, crew, registration }: Notification, context: WordsContext) {
  const { seriesName, outboxEntry } = context
  if ((announcement ?? sample).topic === 'news') {
    return `You get this email because you agreed to updates of ${seriesName}.`
  }
  if (crew && !registration && !outboxEntry.isTest) {
    return `You get this email because the organiser of ${seriesName} named you as ${crew.role} of this event.`
  }
  return `You get this email because you registered for this event of ${seriesName}.`
}

/**
 * Checks just before sending whether an announcement may still be sent to a recipient, who may have unsubscribed or
 * left the audience since the approval. Returns the reason if not; otherwise undefined.
 */
async function findSkipReason(
  db: Db,
  { announcement, outboxEntry, registration, crew }: NotificationRow,
  time: TimeContext,
): Promise<string | undefined> {
  if (!announcement) return 'The announcement was deleted'
  if (outboxEntry.isTest) return undefined
  const { email } = outboxEntry
  const audience = announcement.audience as Audience
  if (announcement.topic === 'event') {
    const isCrew = crew && audience.crewOf !== undefined && audience.crewOf === announcement.eventId
    if (!registration && !isCrew) return 'No longer registered'
  } else {
    const reason = await findNewsSkipReason(db, email)
    if (reason) return reason
  }
  try {
    const isStill = await isInAudience(db, audience, email, time)
    return isStill ? undefined : 'No longer among the recipients'
  } catch (error) {
    if (error instanceof Refusal) return 'An event among the recipients was deleted'
    throw error
  }
}

async function findNewsSkipReason(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ hasAgreed: boolean; hasLeft: boolean }>(sql`
    select coalesce(bool_or(${hasAgreed}), false) as "hasAgreed",
      coalesce(bool_or(${hasLeft}), false) as "hasLeft"
    from users where users.email = ${email}`)
  if (rows[0]!.hasLeft) return 'Unsubscribed from news'
  return rows[0]!.hasAgreed ? undefined : 'Has not agreed to updates'
}
