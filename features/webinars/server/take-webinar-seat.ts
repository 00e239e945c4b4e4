import { and, eq, sql } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { GiveUp, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import { retryDelayedJobs } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { zoomWebinarMappings, webinarSeats } from '#schema/webinars.ts'
import { isTakingWebinarSeats } from './enqueue-webinar-seats.ts'
import type { ZoomClient } from './zoom-client.ts'
import { isExhaustedForToday, leavesDoubt, nextDay, outcomeOf } from './zoom-error.ts'
import type { Registrant } from './zoom/registrants.ts'

const exhaustedForToday =
  'Zoom has had its 3 tries of the day for this registrant and takes the next after midnight GMT'
/** Zoom's longest name. */
const nameLength = 64

type WebinarSeatContext = TimeContext & {
  zoom: Pick<ZoomClient, 'add' | 'find' | 'approve'>
}

/**
 * Takes a registrant's seat in the webinar that the event is mapped to now, and notes it. What the
 * rows no longer want is left alone. A try whose answer may have been lost begins by looking the
 * registrant up. Throws where the queue is to try again or to give up.
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
    const registrant = await findOrAdd(db, context, webinarSeat, wanted)
    await noteRegistrant(db, webinarSeat, registrant, context.now)
  } catch (error) {
    const outcome = outcomeOf(error, context.now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    await noteWebinarSeat(db, webinarSeat, {
      state: isOver ? 'failed' : 'waiting',
      lastError: outcome.message,
    })
    throw outcome
  }
  // Zoom answers: whoever waits because it did not need not sit out a long delay.
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

type Person = { email: string; firstName: string; lastName: string }

async function findOrAdd(
  db: Db,
  { zoom, now }: WebinarSeatContext,
  webinarSeat: WebinarSeatTry,
  person: Person,
): Promise<Registrant> {
  if (webinarSeat.mayBeKnown) {
    const found = await zoom.find(webinarSeat.webinarId, person.email)
    if (found?.status === 'denied') return approve(zoom, webinarSeat, person, found)
    if (found) return found
  }
  const day = now.toISOString().slice(0, 10)
  if (webinarSeat.exhaustedOn === day) throw new TryLater(exhaustedForToday, nextDay(now))
  // Before the call: whoever comes after a process that died must know that it was made.
  await noteWebinarSeat(db, webinarSeat, { isInDoubt: true })
  const name = (text: string) => Array.from(text).slice(0, nameLength).join('')
  try {
    return await zoom.add(webinarSeat.webinarId, {
      email: person.email,
      firstName: name(person.firstName) || 'Guest',
      lastName: name(person.lastName),
    })
  } catch (error) {
    if (!leavesDoubt(error)) {
      const exhaustedOn = isExhaustedForToday(error) ? day : null
      await noteWebinarSeat(db, webinarSeat, { isInDoubt: false, exhaustedOn })
    }
    throw error
  }
}

async function approve(
  zoom: WebinarSeatContext['zoom'],
  { webinarId }: WebinarSeatTry,
  { email }: Person,
  { id }: Registrant,
): Promise<Registrant> {
  await zoom.approve(webinarId, { id, email })
  const approved = await zoom.find(webinarId, email)
  if (approved?.status === 'approved') return approved
  throw new GiveUp('Cancelled or denied in Zoom, and Zoom does not let them back in.')
}

type WebinarSeatRow = typeof webinarSeats.$inferSelect
type WebinarSeatChanges = Partial<typeof webinarSeats.$inferInsert>

/** One try; `attempts` tells it from a later one, which it must not overwrite. */
type WebinarSeatTry = Pick<WebinarSeatRow, 'registrationId' | 'attempts' | 'exhaustedOn'> & {
  webinarId: string
  /** The webinar may have this registrant already, in whatever state. */
  mayBeKnown: boolean
}

/** Begins a try; undefined where the webinar seat in this webinar is settled already. */
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
    if (isSame && before.state !== 'waiting') return undefined
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
    const mayBeKnown = webinarSeat.isInDoubt || (await wasGivenUp(tx, registrationId, webinarId))
    return { ...webinarSeat, webinarId, mayBeKnown }
  })
}

/** Whether the webinar had this address before: it takes nobody anew whom it cancelled. */
async function wasGivenUp(tx: Transaction, registrationId: number, webinarId: string) {
  const { rows } = await tx.execute(sql`
    select from event_registrations r join users u on u.id = r.user_id
    join provider_tasks t on t.address_hash = any(greenroom_address_hashes(u.email))
    where r.id = ${registrationId} and t.provider = 'zoom' and t.webinar_id = ${webinarId} limit 1`)
  return rows.length > 0
}

/** What a webinar seat is before the webinar was asked. */
const newWebinarSeat = {
  state: 'waiting',
  joinUrl: null,
  lastError: null,
  seatedAt: null,
  isInDoubt: false,
  exhaustedOn: null,
} as const satisfies WebinarSeatChanges

/** Notes what became of this try, unless another began since. */
async function noteWebinarSeat(
  db: Db,
  webinarSeat: WebinarSeatTry,
  changes: WebinarSeatChanges,
): Promise<void> {
  await db.update(webinarSeats).set(changes).where(isOwn(webinarSeat))
}

function isOwn({ registrationId, webinarId, attempts }: WebinarSeatTry) {
  return and(
    eq(webinarSeats.registrationId, registrationId),
    eq(webinarSeats.webinarId, webinarId),
    eq(webinarSeats.attempts, attempts),
  )
}

/** Notes the webinar seat with both of the provider's words: registrant id and way in. */
async function noteRegistrant(
  db: Db,
  webinarSeat: WebinarSeatTry,
  { id, joinUrl, status }: Registrant,
  now: Date,
): Promise<void> {
  const isSeated = status === 'approved' && joinUrl !== undefined
  await db.transaction(async (tx) => {
    const [noted] = await tx
      .update(webinarSeats)
      .set({
        state: isSeated ? 'seated' : 'pending',
        joinUrl: isSeated ? joinUrl : null,
        seatedAt: isSeated ? now : null,
        lastError: isSeated ? null : 'Waits in Zoom for the approval of the host',
        isInDoubt: false,
      })
      .where(isOwn(webinarSeat))
      .returning({ id: webinarSeats.registrationId })
    if (!noted) return
    await tx
      .update(eventRegistrations)
      .set({ zoomRegistrationId: id })
      .where(eq(eventRegistrations.id, webinarSeat.registrationId))
  })
}
