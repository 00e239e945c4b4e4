import { and, eq, inArray } from 'drizzle-orm'
import { addOutboxEntries, repeat } from '#features/mails/server/enqueue.ts'
import { whyEventIsOver } from '#features/mails/server/mail-kind.ts'
import { type TimeContext } from '#kernel/event-time.ts'
import { isPublished } from '#kernel/publishing.ts'
import { type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'

const kind = 'join_link'

type Context = TimeContext & Deed & { jobs: JobSender }

/**
 * Mails a registrant their join link at an administrator's request, immediately; the limit for the registrant's own
 * requests does not apply. Throws 404 for an unknown registration, and 409 with the reason if the link would not work
 * or the mail would not arrive.
 */
export async function sendJoinLink(
  db: Db,
  registrationId: number,
  { jobs, actor, ...time }: Context,
): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const { id } = eventRegistrations
    const [found] = await tx
      .select({
        type: eventRegistrations.registrationType,
        email: users.email,
        event: events,
        personKey: people.key,
        bounce: bounces.reason,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .leftJoin(people, eq(people.email, users.email))
      .leftJoin(bounces, eq(bounces.email, users.email))
      .where(eq(id, registrationId))
      // Lock the registration, so that simultaneous requests send only one mail.
      .for('update', { of: eventRegistrations })
    if (!found) throw new Refusal('no_such_registration')
    const { type, email, event, personKey, bounce } = found
    const over = whyEventIsOver(event, time)
    if (!isPublished(event, time.now)) {
      throw refuse('The event is not published yet.')
    }
    if (over) throw refuse(`${over}, so there is no join link to send.`)
    if (type !== 'confirmed') throw refuse('They are pre-registered and have no seat yet.')
    if (bounce !== null) throw refuse(`Emails to this address bounce: ${bounce}`)
    if (await isOnItsWay(tx, email, event.id)) throw refuse('Their link is on its way already.')
    const again = repeat({ dedupeKey: '' }, time.now)
    const wanted = { kind, email, eventId: event.id, ...again, createdAt: time.now } as const
    await addOutboxEntries(tx, jobs, [wanted])
    await writeAuditEntry(tx, actor, {
      action: 'mail_sent_again',
      subject: personKey ?? '',
      details: { mail: kind, eventId: event.id },
      now: time.now,
    })
    return { email }
  })
}

async function isOnItsWay(tx: Transaction, email: string, eventId: number) {
  const { email: to, eventId: about, kind: named, state } = outboxEntries
  const open = inArray(state, ['waiting', 'sending'])
  const same = and(eq(named, kind), eq(to, email), eq(about, eventId), open)
  return (await tx.$count(outboxEntries, same)) > 0
}

function refuse(message: string) {
  return new Refusal('nothing_to_repeat', { message })
}
