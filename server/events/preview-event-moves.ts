import { and, count, eq } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import {
  eventMoves,
  type EventMove,
  type previewEventMoves as contract,
} from '#shared/contract/event-checks.ts'
import { effectiveStatus, parseInstant } from '#shared/event-time.ts'
import { findVideoId } from '#shared/video-link.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, events, zoomWebinarMappings } from '#server/db/schema.ts'
import { unknownEvent } from './change-event.ts'
import type { EventRow, Moment } from './present-event.ts'

type Situation = {
  event: EventRow
  status: EventRow['status']
  confirmed: number
  preRegistered: number
  isMapped: boolean
}

function people(number: number, kind: string) {
  return number === 1 ? `1 ${kind} person` : `${number} ${kind} people`
}

/** Whether the promises that need a date can be kept. decisions.md, `dateConfirmed`. */
function hasFixedStart({ event }: Situation) {
  return event.dateConfirmed && parseInstant(event.eventTime) !== undefined
}

const describe: Record<EventMove, (situation: Situation) => string[]> = {
  pre_registration: ({ confirmed }) => [
    'It moves to Future Events on the landing page, where people ask to be told the date.',
    'It is no longer open for registration.',
    `${people(confirmed, 'confirmed')} stay registered and are not told.`,
  ],
  upcoming: (situation) => [
    'It appears under Upcoming Events on the landing page, by priority, and is open for registration.',
    ...(hasFixedStart(situation)
      ? [
          `${people(situation.preRegistered, 'pre-registered')} are told the date by mail and take their seat with one press.`,
          `${people(situation.confirmed, 'confirmed')} get reminders a day and an hour before.`,
          situation.isMapped
            ? 'Registrants get their seat in the mapped webinar.'
            : 'No webinar is mapped, so nobody gets a webinar seat yet.',
        ]
      : ['Nobody is told until its date is confirmed and its start is a time.']),
  ],
  completed: ({ event, confirmed, preRegistered }) => [
    'It moves to Previous Interviews on the landing page; registration closes.',
    event.recordingReady && findVideoId(event.videoUrl)
      ? 'Its recording appears in the library for everybody with video access.'
      : "It shows 'Recording Coming Soon' until a recording is marked ready.",
    `Its ${confirmed + preRegistered} registrations stay.`,
  ],
  cancel: ({ confirmed, preRegistered }) => [
    'It disappears from the landing page and the library; registration answers that it has ended.',
    `${people(confirmed, 'confirmed')} and ${people(preRegistered, 'pre-registered')} are told by mail if they had been told a date; their calendar entries are cancelled.`,
    'It can be taken back.',
  ],
  restore: ({ status }) => [
    `It appears again as ${status === 'pre_registration' ? 'a future' : `an ${status === 'upcoming' ? 'upcoming' : 'archived'}`} event.`,
    'Nobody is told by itself.',
  ],
  delete: ({ confirmed, preRegistered }) => [
    confirmed + preRegistered > 0
      ? `Its ${confirmed + preRegistered} registrations are deleted with it.`
      : 'It has no registrations.',
    'Watch progress of its recording is deleted; visits and watches keep its title.',
    'It cannot be taken back.',
  ],
}

function isPossible(move: EventMove, { event, confirmed, preRegistered }: Situation) {
  const isCancelled = event.cancelledAt !== null
  if (move === 'restore') return isCancelled
  if (move === 'delete') return isCancelled || confirmed + preRegistered === 0
  return !isCancelled && move !== event.status
}

const nextOf: Record<EventRow['status'], EventMove | undefined> = {
  pre_registration: 'upcoming',
  upcoming: 'completed',
  completed: undefined,
}

/** What each status change, cancelling and deleting would bring about, in sentences. Changes nothing. */
export async function previewEventMoves(
  db: Db,
  eventId: number,
  { now, timeZone }: Moment,
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const counts = await db
    .select({ type: eventRegistrations.registrationType, number: count() })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .groupBy(eventRegistrations.registrationType)
  const isMapped = await db.$count(
    zoomWebinarMappings,
    and(eq(zoomWebinarMappings.eventId, eventId), eq(zoomWebinarMappings.isActive, true)),
  )
  const numberOf = (type: string) => counts.find((row) => row.type === type)?.number ?? 0
  const situation: Situation = {
    event,
    status: effectiveStatus(event, now, timeZone),
    confirmed: numberOf('confirmed'),
    preRegistered: numberOf('pre_registration'),
    isMapped: isMapped > 0,
  }
  const moves = eventMoves
    .filter((move) => isPossible(move, situation))
    .map((move) => ({
      move,
      isNext: event.cancelledAt === null && move === nextOf[event.status],
      consequences: describe[move](situation),
    }))
  const { confirmed, preRegistered } = situation
  return { eventId, confirmed, preRegistered, moves }
}
