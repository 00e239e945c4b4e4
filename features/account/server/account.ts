import { desc, eq, sql, and } from 'drizzle-orm'
import type { getAccount as contract } from '#features/account/contract.ts'
import { eraseAtOnce } from '#features/erasure/server/erase-person.ts'
import { lockEvents, refuseFinished } from '#features/events/server/event-rows.ts'
import { listTopicsLeft, restoreTopics } from '#features/mails/server/subscriptions.ts'
import { noteUnsubscriptions } from '#features/newsletter/server/consents.ts'
import { readSeriesState } from '#features/newsletter/server/series-subscriptions.ts'
import type { Person } from '#features/people/contract.ts'
import { cancelRegistration } from '#features/people/server/cancel-registration.ts'
import { readFact } from '#features/people/server/person-records.ts'
import { readPerson } from '#features/people/server/read-person.ts'
import { registerKnownPerson } from '#features/registrations/server/confirm-registration.ts'
import { endInterest } from '#features/registrations/server/interest.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { effectiveStatus, type DisplayZone, type TimeContext } from '#kernel/event-time.ts'
import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Jobs, JobSender } from '#platform/jobs/jobs.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { askedFormQuestions } from '#schema/form-questions.ts'
import { users, people } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { describeOwnEvent, listOwnPlaces } from './own-waitlist.ts'

type Context = { now: Date; display: DisplayZone }

/** Returns the data that the person with this email may see about themselves. */
export async function getAccount(
  db: Db,
  email: string,
  context: Context,
): Promise<ReplyOf<typeof contract>> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const person = { email, userId: user?.id ?? null, seenAt: context.now }
  const [futureEvents, watched, bounce] = await Promise.all([
    readFact(db, 'futureEvents', person),
    readFact(db, 'watched', person),
    readFact(db, 'bounce', person),
  ])
  return {
    email,
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    registrations: await listOwnRegistrations(db, email, user?.id, context),
    waitlist: await listOwnPlaces(db, user?.id, context),
    seriesRegistration: await readSeriesState(db, email),
    interests: futureEvents.map(({ eventTitle, createdAt }) => ({ title: eventTitle, createdAt })),
    topics: describeTopics(await listTopicsLeft(db, email)),
    bounce,
    watched: watched
      .filter(({ isVerified }) => isVerified)
      .map(({ eventTitle: title, watchedShare, updatedAt }) => ({
        title,
        watchedShare,
        updatedAt,
      })),
  }
}

async function listOwnRegistrations(
  db: Db,
  email: string,
  userId: number | undefined,
  { now, display }: Context,
) {
  const linkKey = await readLinkKey(db)
  const rows = await db
    .select({
      registration: eventRegistrations,
      event: events,
      openQuestions: askedFormQuestions(sql`events.id`, sql`event_registrations.id`),
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.userId, userId ?? 0), isPublishedAt(now)))
    .orderBy(sql`${events.eventDate} desc nulls first`, desc(eventRegistrations.id))
  return rows.map(({ registration, event, openQuestions }) => {
    const { id, createdAt, registrationType } = registration
    const status = effectiveStatus(event, now, display.zone)
    const isOver = status === 'completed' || event.cancelledAt !== null
    const leadsIn = registrationType === 'confirmed' && !isOver
    return {
      ...describeOwnEvent(id, event, display),
      status,
      isCancelled: event.cancelledAt !== null,
      registrationType,
      joinPath: leadsIn
        ? `/join/${makeLinkToken(linkKey, 'join', { id, email, createdAt })}`
        : null,
      openQuestions: isOver ? [] : (openQuestions ?? []),
    }
  })
}

/**
 * Returns for each topic of mail whether the person gets mails of this topic. `left` lists the topics from which they
 * unsubscribed.
 */
function describeTopics(left: Topic[]) {
  return Object.fromEntries(allTopics.map((topic) => [topic, !left.includes(topic)])) as Record<
    Topic,
    boolean
  >
}

/**
 * Subscribes the person to topics of mail, or unsubscribes them, as `wanted` says. Topics that it does not
 * name stay unchanged.
 */
export async function changeOwnTopics(
  db: Db,
  email: string,
  wanted: Partial<Record<Topic, boolean>>,
  { jobs, now }: { jobs: JobSender; now: Date },
) {
  return db.transaction(async (tx) => {
    const back = allTopics.filter((topic) => wanted[topic] === true)
    if (back.length > 0) await restoreTopics(tx, { email, topics: back, now }, jobs)
    const left = allTopics.filter((topic) => wanted[topic] === false)
    await noteUnsubscriptions(tx, { email, topics: left, cause: 'person' }, jobs)
    return { topics: describeTopics(await listTopicsLeft(tx, email)) }
  })
}

/** Removes the person with this email from the recipients of news about future events. */
export async function endOwnInterest(db: Db, email: string): Promise<{ interests: [] }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (user) await endInterest(tx, user.id)
    return { interests: [] }
  })
}

/**
 * Cancels a registration of the person with this email. Throws 404 if the registration is unknown or
 * belongs to another person.
 */
export async function cancelOwnRegistration(
  db: Db,
  email: string,
  id: number,
  { jobs, now }: { jobs: JobSender; now: Date },
): Promise<{ id: number; eventId: number }> {
  const own = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.id, id), eq(users.email, email)))
  if (own.length === 0) throw new Refusal('no_such_registration')
  return cancelRegistration(db, id, { actor: null, jobs, now })
}

/**
 * Registers a person again for an event for which they cancelled. The person gets a new confirmation, and
 * Zoom approves the registration again; their consents do not change. Also takes a seat that is reserved for them.
 * Throws 404 for an unknown event or email, 409 for a finished or full event; with `waitlist`, puts them on the
 * waiting list of a full one instead.
 */
export async function takeBackRegistration(
  db: Db,
  email: string,
  { eventId, waitlist }: { eventId: number; waitlist: boolean },
  { jobs, ...time }: TimeContext & { jobs: Pick<Jobs, 'send' | 'takes'> },
): Promise<{ eventId: number }> {
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, [eventId], time.now)
    refuseFinished(chosen, time)
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new Refusal('no_such_person')
    await registerKnownPerson(tx, jobs, user.id, chosen, { now: time.now, waitlist })
    return { eventId }
  })
}

/**
 * Returns everything stored about the person with this email, without unpublished events. Throws 404 for an
 * unknown email.
 */
export async function exportAccount(db: Db, email: string, now: Date): Promise<Person> {
  return readPerson(db, await findOwnKey(db, email), { seenAt: now })
}

type EraseContext = Omit<Parameters<typeof eraseAtOnce>[2], 'actor' | 'by'>

/** Erases the person with this email at their own request. Throws 404 for an unknown email. */
export async function eraseAccount(
  db: Db,
  email: string,
  context: EraseContext,
): Promise<{ number: number }> {
  const key = await findOwnKey(db, email)
  return eraseAtOnce(db, key, { ...context, actor: null, by: 'person' })
}

/** Returns the key of the person with this email. Throws 404 for an unknown email. */
async function findOwnKey(db: Db, email: string): Promise<string> {
  const [found] = await db.select({ key: people.key }).from(people).where(eq(people.email, email))
  if (!found) throw new Refusal('no_such_person')
  return found.key
}
