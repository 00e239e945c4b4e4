import { and, eq } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'
import { retryDelayedJobs } from '#server/jobs/repeat-delayed-jobs.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import { isTakingSeats } from './is-taking-seats.ts'
import { beginSeat, noteRegistrant, noteSeat, type SeatTry } from './note-seat.ts'
import type { Registrant } from './registrant.ts'
import type { ZoomClient } from './zoom-client.ts'
import { isExhaustedForToday, leavesDoubt, nextDay, outcomeOf } from './zoom-error.ts'

const exhaustedForToday =
  'Zoom has had its 3 tries of the day for this registrant and takes the next after midnight GMT'
/** Zoom's longest name. */
const nameLength = 64

export type SeatContext = TimeContext & { zoom: Pick<ZoomClient, 'add' | 'find' | 'approve'> }

/**
 * Takes a registrant's seat in the webinar that the event is mapped to now, and notes it. What the
 * rows no longer want is left alone. A try whose answer may have been lost begins by looking the
 * registrant up. Throws where the queue is to try again or to give up.
 */
export async function takeWebinarSeat(
  db: Db,
  context: SeatContext,
  registrationId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const wanted = await readWanted(db, registrationId)
  if (!wanted || !isTakingSeats(wanted.event, context)) return
  const seat = await beginSeat(db, registrationId, wanted.webinarId, context.now)
  if (!seat) return
  try {
    const registrant = await findOrAdd(db, context, seat, wanted)
    await noteRegistrant(db, seat, registrant, context.now)
  } catch (error) {
    const outcome =
      error instanceof TryLater || error instanceof GiveUp ? error : outcomeOf(error, context.now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    await noteSeat(db, seat, { state: isOver ? 'failed' : 'waiting', lastError: outcome.message })
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
  { zoom, now }: SeatContext,
  seat: SeatTry,
  person: Person,
): Promise<Registrant> {
  if (seat.mayBeKnown) {
    const found = await zoom.find(seat.webinarId, person.email)
    if (found?.status === 'denied') return approve(zoom, seat, person, found)
    if (found) return found
  }
  const day = now.toISOString().slice(0, 10)
  if (seat.exhaustedOn === day) throw new TryLater(exhaustedForToday, nextDay(now))
  // Before the call: whoever comes after a process that died must know that it was made.
  await noteSeat(db, seat, { isInDoubt: true })
  const name = (text: string) => Array.from(text).slice(0, nameLength).join('')
  try {
    return await zoom.add(seat.webinarId, {
      email: person.email,
      firstName: name(person.firstName) || 'Guest',
      lastName: name(person.lastName),
    })
  } catch (error) {
    if (!leavesDoubt(error)) {
      const exhaustedOn = isExhaustedForToday(error) ? day : null
      await noteSeat(db, seat, { isInDoubt: false, exhaustedOn })
    }
    throw error
  }
}

async function approve(
  zoom: SeatContext['zoom'],
  { webinarId }: SeatTry,
  { email }: Person,
  { id }: Registrant,
): Promise<Registrant> {
  await zoom.approve(webinarId, { id, email })
  const approved = await zoom.find(webinarId, email)
  if (approved?.status === 'approved') return approved
  throw new GiveUp('Cancelled or denied in Zoom, and Zoom does not let them back in.')
}
