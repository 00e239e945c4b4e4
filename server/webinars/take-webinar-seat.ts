import { and, eq } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'
import { retryDelayedJobs } from '#server/jobs/repeat-delayed-jobs.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import { isTakingWebinarSeats } from './is-taking-seats.ts'
import {
  beginWebinarSeat,
  noteRegistrant,
  noteWebinarSeat,
  type WebinarSeatTry,
} from './note-seat.ts'
import type { Registrant } from './registrant.ts'
import type { ZoomClient } from './zoom-client.ts'
import { isExhaustedForToday, leavesDoubt, nextDay, outcomeOf } from './zoom-error.ts'

const exhaustedForToday =
  'Zoom has had its 3 tries of the day for this registrant and takes the next after midnight GMT'
/** Zoom's longest name. */
const nameLength = 64

export type WebinarSeatContext = TimeContext & {
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
    const outcome =
      error instanceof TryLater || error instanceof GiveUp ? error : outcomeOf(error, context.now)
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
