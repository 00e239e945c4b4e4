import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#kernel/clock.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { GiveUp, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import { retryDelayedJobs } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { zoomWebinarMappings, webinarSeats } from '#schema/webinars.ts'
import { isTakingWebinarSeats } from './enqueue-webinar-seats.ts'
import { changesOf, hasNoNewerStatus, isDenialOf } from './webinar-seat-status.ts'
import type { ZoomClient } from './zoom-client.ts'
import {
  isAboutRegistrant,
  isExhaustedForToday,
  leavesDoubt,
  nextDay,
  outcomeOf,
} from './zoom-error.ts'
import { addRegistrant } from './zoom/add-registrant.ts'
import type { NewRegistrant, Registrant } from './zoom/registrants.ts'

const exhaustedForToday =
  'Zoom allows 3 tries per person and day. The next is possible after midnight GMT'

type WebinarSeatContext = TimeContext & {
  clock: Clock
  zoom: Pick<ZoomClient, 'add' | 'find' | 'approve'>
}

/**
 * Registers a person at Zoom for the event's webinar and stores the result. Does nothing if the stored rows no longer
 * require it. If the response to an earlier attempt was lost, first checks whether Zoom has the person.
 * Throws errors that make the queue retry or give up.
 */
export async function takeWebinarSeat(
  db: Db,
  context: WebinarSeatContext,
  registrationId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const wanted = await readWanted(db, registrationId)
  if (!wanted || !isTakingWebinarSeats(wanted.event, context)) return
  const webinarSeat = await beginWebinarSeat(db, registrationId, wanted.webinarId, context.now)
  if (!webinarSeat) return
  try {
    const { registrant, at } = await (webinarSeat.isSettled
      ? find(context, webinarSeat, wanted)
      : findOrAdd(db, context, webinarSeat, wanted))
    await noteRegistrant(db, webinarSeat, registrant, { at, now: context.now })
  } catch (error) {
    const outcome = outcomeOf(error, context.now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    if (!webinarSeat.isSettled) {
      const state = isOver ? 'failed' : 'waiting'
      const changes = { state, lastError: outcome.message } as const
      await noteWebinarSeat(db, webinarSeat, changes, hasNoNewerStatus(webinarSeat, context.now))
    } else if (isOver) await noteWebinarSeat(db, webinarSeat, { isInDoubt: false })
    throw outcome
  }
  // Zoom works again. Retry the other jobs now that were delayed by its failures.
  await retryDelayedJobs(db, 'take-webinar-seat')
}

async function readWanted(db: Db, registrationId: number) {
  const [found] = await db
    .select({
      event: events,
      webinarId: zoomWebinarMappings.webinarId,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .where(
      and(
        eq(eventRegistrations.id, registrationId),
        eq(eventRegistrations.registrationType, 'confirmed'),
        eq(zoomWebinarMappings.isActive, true),
      ),
    )
  return found
}

/** A registrant as listed by Zoom, and the time of the request. */
type Answer<Found = Registrant> = { registrant: Found; at: Date }

async function find(
  { zoom, clock }: WebinarSeatContext,
  { webinarId }: WebinarSeatTry,
  { email }: NewRegistrant,
): Promise<Answer<Registrant | undefined>> {
  const at = clock.now()
  return { registrant: await zoom.find(webinarId, email), at }
}

async function findOrAdd(
  db: Db,
  context: WebinarSeatContext,
  webinarSeat: WebinarSeatTry,
  person: NewRegistrant,
): Promise<Answer> {
  const day = context.now.toISOString().slice(0, 10)
  const wasExhausted = webinarSeat.exhaustedOn === day
  const isLookedUp = webinarSeat.mayBeKnown || wasExhausted
  const known = isLookedUp && (await findAdmitted(context, webinarSeat, person))
  if (known) return known
  if (wasExhausted) throw new TryLater(exhaustedForToday, nextDay(context.now))
  // Store `isInDoubt` before calling Zoom: after a crash, the next attempt must know that Zoom may have registered the
  // person.
  await noteWebinarSeat(db, webinarSeat, { isInDoubt: true })
  try {
    const at = context.clock.now()
    return { registrant: await addRegistrant(context.zoom, webinarSeat.webinarId, person), at }
  } catch (error) {
    if (leavesDoubt(error)) throw error
    const isExhausted = isExhaustedForToday(error)
    await noteWebinarSeat(db, webinarSeat, {
      isInDoubt: false,
      exhaustedOn: isExhausted ? day : null,
    })
    const mayBeThere = !isLookedUp && (isExhausted || isAboutRegistrant(error))
    const found = mayBeThere && (await findAdmitted(context, webinarSeat, person))
    if (found) return found
    throw error
  }
}

/**
 * Searches Zoom for a person whose earlier attempt may have succeeded. Zoom refuses to add someone again whose
 * registration was cancelled, so approves that registration. A person whom the webinar's host denied stays denied.
 */
async function findAdmitted(
  context: WebinarSeatContext,
  webinarSeat: WebinarSeatTry,
  person: NewRegistrant,
): Promise<Answer | undefined> {
  const { registrant, at } = await find(context, webinarSeat, person)
  if (registrant?.status !== 'denied' || webinarSeat.isDeniedByHost) {
    return registrant && { registrant, at }
  }
  const approvedAt = context.clock.now()
  const { email } = person
  await context.zoom.approve(webinarSeat.webinarId, { id: registrant.id, email })
  const approved = await context.zoom.find(webinarSeat.webinarId, email)
  if (approved?.status === 'approved') return { registrant: approved, at: approvedAt }
  throw new GiveUp('Cancelled or denied in Zoom. Zoom does not accept this person again.')
}

type WebinarSeatRow = typeof webinarSeats.$inferSelect
type WebinarSeatChanges = Partial<typeof webinarSeats.$inferInsert>

/**
 * One attempt to register a person. `attempts` is its number: an attempt must not overwrite the result of a later
 * one.
 */
type WebinarSeatTry = Pick<
  WebinarSeatRow,
  'registrationId' | 'attempts' | 'exhaustedOn' | 'statusAt'
> & {
  webinarId: string
  /** Whether Zoom may already have this person, in any status, so that the attempt must search first. */
  mayBeKnown: boolean
  /** True if the host denied this person in Zoom. Cancelling the registration does not change this. */
  isDeniedByHost: boolean
  /**
   * True if an earlier attempt stored its result. This attempt then only asks Zoom whether the person is in its list of
   * registrants.
   */
  isSettled: boolean
}

/**
 * Begins an attempt to register a person at Zoom. Returns undefined if the stored result is certain, so that no attempt
 * is needed.
 */
async function beginWebinarSeat(
  db: Db,
  registrationId: number,
  webinarId: string,
  now: Date,
): Promise<WebinarSeatTry | undefined> {
  return db.transaction(async (tx) => {
    await tx.insert(webinarSeats).values({ registrationId, webinarId }).onConflictDoNothing()
    const [before] = await tx
      .select()
      .from(webinarSeats)
      .where(eq(webinarSeats.registrationId, registrationId))
      .for('update')
    if (!before) return undefined
    const isSame = before.webinarId === webinarId
    const isSettled = isSame && before.state !== 'waiting'
    if (isSettled && !before.isInDoubt) return undefined
    const [webinarSeat] = await tx
      .update(webinarSeats)
      .set({
        triedAt: now,
        attempts: isSame ? sql`${webinarSeats.attempts} + 1` : 1,
        ...(!isSame && { ...newWebinarSeat, webinarId }),
      })
      .where(eq(webinarSeats.registrationId, registrationId))
      .returning()
    if (!webinarSeat) return undefined
    const { rows: denials } = await tx.execute(sql`
      select from webinar_denials d where ${isDenialOf(registrationId, sql`${webinarId}`)}`)
    const isDeniedByHost = denials.length > 0
    const isKnown = webinarSeat.isInDoubt || isDeniedByHost
    const mayBeKnown = isKnown || (await wasGivenUp(tx, registrationId, webinarId))
    return { ...webinarSeat, webinarId, mayBeKnown, isDeniedByHost, isSettled }
  })
}

/**
 * Returns whether this email was registered and cancelled in this webinar before, because Zoom then refuses to add
 * it.
 */
async function wasGivenUp(tx: Transaction, registrationId: number, webinarId: string) {
  const { rows } = await tx.execute(sql`
    select from event_registrations r join users u on u.id = r.user_id
    join provider_tasks t on t.address_hash = any(greenroom_address_hashes(u.email))
    where r.id = ${registrationId} and t.provider = 'zoom' and t.webinar_id = ${webinarId} limit 1`)
  return rows.length > 0
}

/** Initial values of the row that stores a registration in Zoom, before the first attempt to make it. */
const newWebinarSeat = {
  state: 'waiting',
  joinUrl: null,
  lastError: null,
  seatedAt: null,
  isInDoubt: false,
  exhaustedOn: null,
  statusAt: null,
} as const satisfies WebinarSeatChanges

/** Stores the result of an attempt, unless a later attempt has started. */
async function noteWebinarSeat(
  db: Db,
  webinarSeat: WebinarSeatTry,
  changes: WebinarSeatChanges,
  condition?: SQL,
): Promise<void> {
  await db
    .update(webinarSeats)
    .set(changes)
    .where(and(isOwn(webinarSeat), condition))
}

function isOwn({ registrationId, webinarId, attempts }: WebinarSeatTry) {
  return and(
    eq(webinarSeats.registrationId, registrationId),
    eq(webinarSeats.webinarId, webinarId),
    eq(webinarSeats.attempts, attempts),
  )
}

/**
 * Stores Zoom's reply: registrant id, state and join URL. `at` is the time of the request. The reply does not
 * overwrite a state from a webhook about a later time; webhooks about an earlier time are ignored afterwards.
 */
async function noteRegistrant(
  db: Db,
  webinarSeat: WebinarSeatTry,
  registrant: Registrant | undefined,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const { isDeniedByHost } = webinarSeat
  const changes = changesOf(registrant, { isDeniedByHost, now })
  const statusAt = sql`greatest(${webinarSeats.statusAt}, ${at.toISOString()}::timestamptz)`
  await db.transaction(async (tx) => {
    const [noted] = await tx
      .update(webinarSeats)
      .set({ isInDoubt: false })
      .where(isOwn(webinarSeat))
      .returning({ id: webinarSeats.registrationId })
    if (!noted) return
    await tx
      .update(webinarSeats)
      .set({ ...changes, statusAt })
      .where(and(isOwn(webinarSeat), hasNoNewerStatus(webinarSeat, at)))
    if (!registrant) return
    if (isDeniedByHost && registrant.status === 'approved') {
      const { registrationId, webinarId } = webinarSeat
      await tx.execute(
        sql`delete from webinar_denials d where ${isDenialOf(registrationId, sql`${webinarId}`)}`,
      )
    }
    await tx
      .update(eventRegistrations)
      .set({ zoomRegistrationId: registrant.id })
      .where(eq(eventRegistrations.id, webinarSeat.registrationId))
  })
}
