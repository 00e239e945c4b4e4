import type { EventMove } from '#features/events/contract.ts'
import { hasReadyRecording } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { remindersAt } from '#features/event-mails/rules.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { confirmedStart, isPublished } from '#kernel/publishing.ts'
import { nameRoom } from '#kernel/join-window.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { findVideoId } from '#kernel/video-link.ts'
import { cancellationMail } from './cancellation-mails.ts'
import { dateConfirmedMail } from './date-confirmed-mail.ts'
import { describeUntold } from './delete-event.ts'
import {
  type RecipientCounts,
  nobodyRegistered,
  describeCrew,
  peopleWho,
  registrationsInWords,
} from './event-audience.ts'

export type Situation = RecipientCounts & {
  event: EventRow
  isMapped: boolean
  /** Number of people who still have to be told of the cancellation. */
  untold: number
  /** Mails that the status change causes. */
  mails: { kind: MailKind; count: number }[]
  /** True if a mail server is configured. */
  isSending: boolean
  time: TimeContext
}

const places: Record<EventRow['status'], string> = {
  pre_registration: 'Future Events',
  upcoming: 'Upcoming Events',
  completed: 'Previous Interviews',
}

function registrationsOf({ confirmed, preRegistered }: Situation) {
  return confirmed + preRegistered
}

function statusOf(event: EventRow, { time }: Situation) {
  return effectiveStatus(event, time.now, time.timeZone)
}

/** Returns the event after a status change that keeps its other fields. */
function applyStatusChange(event: EventRow, changes: Partial<EventRow>): EventRow {
  return { ...event, ...changes }
}

function countOf({ mails }: Situation, kind: MailKind): number {
  return mails.find((mail) => mail.kind === kind)?.count ?? 0
}

/** Returns how people are notified, also if no mail server is configured. */
function describeMailing({ isSending }: Situation, rest = '.') {
  return isSending ? ` by mail${rest}` : ' in a mail that is only kept: no mail server is set.'
}

type DueMail = { due: { when(event: EventRow, time: TimeContext): unknown } }

/** Returns whether the changed event would send such a mail, by the mail's own rule. */
function isDue({ due }: DueMail, event: EventRow, { time }: Situation) {
  return due.when(event, time) !== undefined
}

function describeReminders(event: EventRow, situation: Situation): string[] {
  if (situation.reminded === 0) return []
  const left = eventStart(event)!.getTime() - situation.time.now.getTime()
  const { due, later } = remindersAt(left)
  const before =
    later.length > 1 ? 'a day and an hour before the start' : 'an hour before the start'
  const when = [...(due.length > 0 ? ['at once'] : []), ...(later.length > 0 ? [before] : [])]
  const gets = peopleWho(situation.reminded, 'confirmed', ['gets', 'get'])
  return [`${gets} a reminder ${when.join(' and ')}.`]
}

/**
 * Describes who is notified about an event that opens for registration, and which mails wait for its date.
 */
export function describeUpcoming(event: EventRow, situation: Situation): string[] {
  if (!isDue(dateConfirmedMail, event, situation)) {
    return confirmedStart(event)
      ? ['Its start is past: nobody is told.']
      : ['Nobody is told until its date is confirmed and its start is a clock time.']
  }
  const { isMapped } = situation
  const awaitingDate = countOf(situation, 'date_confirmed')
  return [
    ...(awaitingDate > 0
      ? [
          `${peopleWho(awaitingDate, 'pre-registered', ['is', 'are'])} told the date${describeMailing(situation, ', to take a seat with one press.')}`,
        ]
      : []),
    ...describeReminders(event, situation),
    ...describeCrew(situation, 'is reminded as well, by mails of its own'),
    describeRoom(event, isMapped),
  ]
}

function describeRoom({ roomUrl }: EventRow, isMapped: boolean) {
  if (isMapped) return 'Registrants get their seat in the mapped webinar.'
  if (roomUrl) return `Join links lead into its room at ${nameRoom(roomUrl)}.`
  return 'It has neither a room nor a webinar yet, so join links lead nowhere.'
}

/** Describes the consequences of a recording, or of its absence. */
function describeCompleted(event: EventRow, situation: Situation): string[] {
  if (!hasReadyRecording(event)) {
    return ["It shows 'Recording Coming Soon' until a recording is marked ready."]
  }
  const shown = findVideoId(event.videoUrl)
    ? 'Its recording appears in the library for everybody with video access.'
    : 'Its recording appears in the library, but its link is not recognised: the player says so.'
  const awaitingRecording = countOf(situation, 'recording_ready')
  if (awaitingRecording === 0) {
    return [shown, 'Nobody is told of the recording by mail.']
  }
  return [
    shown,
    `${peopleWho(awaitingRecording, 'registered', ['who asks', 'who ask'])} for updates ${awaitingRecording === 1 ? 'is' : 'are'} told of it${describeMailing(situation)}`,
  ]
}

/** Describes where the site would list the event; a past date overrides the status. */
function describePlace(event: EventRow, situation: Situation, sentence: string): string {
  const isOver = event.status !== 'completed' && statusOf(event, situation) === 'completed'
  if (!isOver) return sentence
  return `Its end is past, so it stays under ${places.completed} and closed until its date is changed.`
}

function describeStatus(event: EventRow, situation: Situation): string[] {
  const status = statusOf(event, situation)
  if (status === 'completed') return describeCompleted(event, situation)
  return status === 'upcoming' ? describeUpcoming(event, situation) : []
}

/** Describes the consequences of a status change: where the event is listed, who is notified. */
export function describeStatusChange(move: EventMove, situation: Situation): string[] {
  const isSeen = isPublished(situation.event, situation.time.now)
  if (isSeen || move === 'publish' || move === 'delete') return sentences[move](situation)
  return ['Visitors see nothing of it, and nobody is told, until it is published.']
}

/** Describes who gets the mail that the event takes place after all. */
function describeRestoration(situation: Situation): string[] {
  const told = countOf(situation, 'restored')
  const crew = countOf(situation, 'crew_restored')
  if (told + crew === 0) {
    return registrationsOf(situation) > 0 ? ['No cancellation mail was sent.'] : []
  }
  return [
    ...(told > 0
      ? [
          `${peopleWho(told, 'registered', ['was', 'were'])} told of the cancellation and ${told === 1 ? 'is' : 'are'} told that it takes place after all${describeMailing(situation, ', with a calendar entry.')}`,
        ]
      : []),
    ...(crew > 0 ? [`Its crew of ${crew} gets a mail too.`] : []),
    'The mails can be stopped for two minutes.',
  ]
}

const sentences: Record<EventMove, (situation: Situation) => string[]> = {
  publish(situation) {
    const event = applyStatusChange(situation.event, { publishAt: null })
    const place = `It appears under ${places[statusOf(event, situation)]} on the landing page, in the calendar and to search engines, at once.`
    return [place, ...describeStatus(event, situation)]
  },
  unpublish: () => [
    'It disappears from everything that visitors see, its own page too, as if it had never been there.',
    'Nobody is registered. It can be published again at any time.',
  ],
  pre_registration(situation) {
    const event = applyStatusChange(situation.event, { status: 'pre_registration' })
    const { confirmed } = situation
    return [
      describePlace(
        event,
        situation,
        `It moves to ${places.pre_registration} on the landing page, where people ask to be told the date.`,
      ),
      'It is no longer open for registration, and no reminder goes out.',
      ...(confirmed > 0
        ? [`${peopleWho(confirmed, 'confirmed', ['stays', 'stay'])} registered without being told.`]
        : []),
    ]
  },
  upcoming(situation) {
    const event = applyStatusChange(situation.event, { status: 'upcoming' })
    const sentence = `It appears under ${places.upcoming} on the landing page, by priority, and is open for registration.`
    return [describePlace(event, situation, sentence), ...describeStatus(event, situation)]
  },
  completed(situation) {
    const event = applyStatusChange(situation.event, { status: 'completed' })
    const isThere = statusOf(situation.event, situation) === 'completed'
    const registrations = registrationsOf(situation)
    return [
      isThere
        ? `Visitors see it under ${places.completed} already, because its end is past.`
        : `It moves to ${places.completed} on the landing page; registration closes.`,
      ...describeCompleted(event, situation),
      ...(registrations > 0
        ? [
            `${registrationsInWords(registrations)} ${registrations === 1 ? 'stays' : 'stay'} with it.`,
          ]
        : []),
    ]
  },
  cancel(situation) {
    const event = applyStatusChange(situation.event, { cancelledAt: situation.time.now })
    const registrations = registrationsOf(situation)
    const { aware } = situation
    const reached = countOf(situation, 'cancelled')
    const isTold = isDue(cancellationMail, event, situation)
    const told = isTold
      ? `${peopleWho(reached, 'registered', ['is', 'are'])} told${describeMailing(situation, ', with a calendar entry that cancels theirs.')}`
      : 'It is over, so nobody is told.'
    const unaware = registrations - aware
    return [
      'It disappears from the landing page and the library; registration answers that it has ended.',
      registrations === 0 ? nobodyRegistered(situation) : told,
      ...(isTold ? describeCrew(situation, 'is told as well') : []),
      ...(isTold && unaware > 0
        ? [
            `${peopleWho(unaware, 'imported', ['was', 'were'])} never told of it and ${unaware === 1 ? 'is' : 'are'} not told now.`,
          ]
        : []),
      isTold && situation.mails.length > 0
        ? 'It can be taken back, and the mails can be stopped for two minutes.'
        : 'It can be taken back.',
    ]
  },
  restore(situation) {
    const event = applyStatusChange(situation.event, { cancelledAt: null })
    return [
      `It appears again under ${places[statusOf(event, situation)]} on the landing page.`,
      ...describeStatus(event, situation),
      ...describeRestoration(situation),
    ]
  },
  delete(situation) {
    const registrations = registrationsOf(situation)
    return [
      registrations > 0
        ? `${registrationsInWords(registrations)} ${registrations === 1 ? 'is' : 'are'} deleted with it; the people stay.`
        : 'It has no registrations.',
      ...(situation.event.cancelledAt === null
        ? describeCrew(situation, 'goes with it without being told: cancel it first to tell them')
        : []),
      ...(situation.untold > 0 ? [describeUntold(situation.untold)] : []),
      'Watch progress of its recording is deleted; visits and watches keep its title.',
      'It cannot be taken back.',
    ]
  },
}
