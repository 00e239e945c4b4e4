import { and, eq } from 'drizzle-orm'
import { findLinkedOutboxEntry } from '#features/mails/server/subscriptions.ts'
import {
  confirmSeries,
  endSeriesUndoably,
  readSeriesState,
  requestSeries,
} from '#features/newsletter/server/series-subscriptions.ts'
import { cancelRegistration } from '#features/people/server/cancel-registration.ts'
import { registerForEvents } from '#features/registrations/server/forms.ts'
import type {
  answerSeriesOffer as answerContract,
  registerForSeries as contract,
  readSeriesOffer as offerContract,
  startOwnSeries as startContract,
} from '#features/series-registrations/contract.ts'
import type { BodyOf, ReplyOf } from '#kernel/endpoint.ts'
import { describeWhen, type DisplayZone } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Session } from '#platform/http/call.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'

type Form = Parameters<typeof registerForEvents>[1]
type FormContext = Parameters<typeof registerForEvents>[2] & { session: Session | undefined }

/**
 * Registers a person for the chosen events, and stores in the same transaction that they want every event. If the
 * session has not verified the email, a mail asks the person to confirm. Throws as `registerForEvents` does.
 */
export async function registerForSeries(
  db: Db,
  form: Form,
  { session, ...context }: FormContext,
): Promise<ReplyOf<typeof contract>> {
  const { now } = context
  const { source, firstTouch } = form
  const isVerified = Boolean(session?.verifiedAt) && session?.email === form.email
  let isPending = false
  const reply = await registerForEvents(db, form, {
    ...context,
    async onRegistered(tx, { id: userId, email }) {
      const verifiedAt = isVerified ? now : null
      const series = await requestSeries(tx, userId, { source, firstTouch, verifiedAt, now })
      isPending = series.isPending
      const dedupeKey = `request ${series.id}`
      return isPending ? [{ kind: 'series_requested', email, dedupeKey }] : []
    },
  })
  return { ...reply, isPending }
}

/** Registers a person with a verified session for every event. Throws 404 if they never registered for anything. */
export async function startOwnSeries(
  db: Db,
  email: string,
  now: Date,
): Promise<ReplyOf<typeof startContract>> {
  const isStarted = await db.transaction((tx) => startSeries(tx, email, now))
  if (!isStarted) throw new Refusal('no_such_person')
  return { seriesRegistration: 'active' }
}

/** Starts the series registration of a verified email. Returns false if no person has this email. */
async function startSeries(tx: Transaction, email: string, now: Date): Promise<boolean> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) return false
  await requestSeries(tx, user.id, { source: 'main_form', verifiedAt: now, now })
  return true
}

export async function endOwnSeries(
  db: Db,
  email: string,
  now: Date,
): Promise<ReplyOf<typeof startContract>> {
  await db.transaction((tx) => endSeriesUndoably(tx, email, now))
  return { seriesRegistration: 'none' }
}

/** Returns what the link in a mail offers. Throws 404 if the mail's entry was deleted. */
export async function readSeriesOffer(
  db: Db,
  outboxEntryId: number | undefined,
  display: DisplayZone,
): Promise<ReplyOf<typeof offerContract>> {
  const { email } = await findLinkedOutboxEntry(db, outboxEntryId)
  const [row] = await db
    .select({ event: events, registrationId: eventRegistrations.id })
    .from(outboxEntries)
    .innerJoin(events, eq(events.id, outboxEntries.eventId))
    .leftJoin(users, eq(users.email, outboxEntries.email))
    .leftJoin(
      eventRegistrations,
      and(eq(eventRegistrations.userId, users.id), eq(eventRegistrations.eventId, events.id)),
    )
    .where(eq(outboxEntries.id, outboxEntryId ?? 0))
  return {
    state: await readSeriesState(db, email),
    event: row
      ? {
          title: row.event.title,
          when: describeWhen(row.event, display),
          isRegistered: row.registrationId !== null,
        }
      : null,
  }
}

type Answer = Pick<BodyOf<typeof answerContract>, 'answer'>

/** Carries out the choice of a person on the page of such a link. Repeated calls change nothing. */
export async function answerSeriesOffer(
  db: Db,
  outboxEntryId: number | undefined,
  { answer }: Answer,
  { jobs, now, display }: { jobs: JobSender; now: Date; display: DisplayZone },
): Promise<ReplyOf<typeof answerContract>> {
  const { email } = await findLinkedOutboxEntry(db, outboxEntryId)
  if (answer === 'not_this_one') {
    const [own] = await db
      .select({ id: eventRegistrations.id })
      .from(outboxEntries)
      .innerJoin(users, eq(users.email, outboxEntries.email))
      .innerJoin(
        eventRegistrations,
        and(
          eq(eventRegistrations.userId, users.id),
          eq(eventRegistrations.eventId, outboxEntries.eventId),
        ),
      )
      .where(eq(outboxEntries.id, outboxEntryId ?? 0))
    if (own) await cancelRegistration(db, own.id, { actor: null, jobs, now })
  } else {
    const ways = {
      confirm: (tx: Transaction) => confirmSeries(tx, email, now),
      end: (tx: Transaction) => endSeriesUndoably(tx, email, now),
      // The link in the mail proves that the email is theirs.
      async start_again(tx: Transaction) {
        await startSeries(tx, email, now)
      },
    }
    await db.transaction(ways[answer])
  }
  return readSeriesOffer(db, outboxEntryId, display)
}
