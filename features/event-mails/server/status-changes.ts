import type { EventMove } from '#kernel/values.ts'
import { hasReadyRecording } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { describeLeads } from '#kernel/reminder-times.ts'
import { remindersAt } from '#features/event-mails/rules.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { confirmedStart, isPublished } from '#kernel/publishing.ts'
import { nameRoom } from '#kernel/join-window.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { findVideoId } from '#kernel/video-link.ts'
import { writeCount } from '#kernel/write-count.ts'
import { cancellationMail } from './cancellation-mails.ts'
import { dateConfirmedMail } from './date-confirmed-mail.ts'
import { describePendingCancellations } from './delete-event.ts'
import {
  type RecipientCounts,
  nobodyRegistered,
  describeCrew,
  peopleWho,
} from './event-audience.ts'

export type Situation = RecipientCounts & {
  event: EventRow
  isMapped: boolean
  /** Number of people who do not know yet that the event is cancelled, because their mail was not sent. */
  untold: number
  /** Kinds of mail to be sent because of the status change, with the number of recipients. */
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

/** Returns the event as it would be after a status change. */
function applyStatusChange(event: EventRow, changes: Partial<EventRow>): EventRow {
  return { ...event, ...changes }
}

function countOf({ mails }: Situation, kind: MailKind): number {
  return mails.find((mail) => mail.kind === kind)?.count ?? 0
}

/**
 * Adds the full stop to a sentence about an email. If no mail server is connected, also adds that the email will be
 * stored and not sent.
 */
function describeMailing({ isSending }: Situation, sentence: string) {
  return isSending
    ? `${sentence}.`
    : `${sentence}. No mail server is connected: the email is stored, not sent.`
}

const peopleOnList = (number: number) =>
  writeCount(number, 'person on the waiting list gets', 'people on the waiting list get')

type DueMail = { due: { when(event: EventRow, time: TimeContext): unknown } }

/** Returns whether a change of the event would cause this kind of mail. */
function isDue({ due }: DueMail, event: EventRow, { time }: Situation) {
  return due.when(event, time) !== undefined
}

function describeReminders(event: EventRow, situation: Situation): string[] {
  if (situation.reminded === 0) return []
  const left = eventStart(event)!.getTime() - situation.time.now.getTime()
  const { due, later } = remindersAt(event, left)
  if (due.length + later.length === 0) return []
  const before = `${describeLeads(later)} before the start`
  const when = [...(due.length > 0 ? ['immediately'] : []), ...(later.length > 0 ? [before] : [])]
  const gets = peopleWho(situation.reminded, 'confirmed', ['gets', 'get'])
  return [`${gets} a reminder ${when.join(' and ')}.`]
}

/** Returns sentences about who is notified when an event opens for registration, or why its mails are not sent yet. */
export function describeUpcoming(event: EventRow, situation: Situation): string[] {
  if (!isDue(dateConfirmedMail, event, situation)) {
    return confirmedStart(event)
      ? ['The start is in the past: no emails are sent.']
      : ['No emails are sent until the date is confirmed and a start time is set.']
  }
  const { isMapped } = situation
  const awaitingDate = countOf(situation, 'date_confirmed')
  const seated = event.capacity === null ? 0 : countOf(situation, 'registration_confirmed')
  return [
    ...(seated > 0
      ? [
          describeMailing(
            situation,
            `${peopleWho(seated, 'pre-registered', ['gets', 'get'])} a seat, in the order of their pre-registration, and an email that confirms it`,
          ),
        ]
      : []),
    ...(awaitingDate > 0
      ? [
          describeMailing(
            situation,
            `${peopleWho(awaitingDate, 'pre-registered', ['gets', 'get'])} an email with the date and a button that registers them`,
          ),
        ]
      : []),
    ...describeSeries(situation),
    ...describeReminders(event, situation),
    ...describeCrew(situation, 'also gets reminders'),
    describeRoom(event, isMapped),
  ]
}

/** Returns a sentence about the people who asked to be registered for every event. */
function describeSeries(situation: Situation): string[] {
  const { series } = situation
  if (series === 0) return []
  const who = writeCount(
    series,
    'person who asked for every event is registered two minutes later and gets',
    'people who asked for every event are registered two minutes later and get',
  )
  return [describeMailing(situation, `${who} an email`)]
}

function describeRoom({ roomUrl }: EventRow, isMapped: boolean) {
  if (isMapped) return 'Registrants are also registered in Zoom.'
  if (roomUrl) return `Join links open the meeting at ${nameRoom(roomUrl)}.`
  return 'No meeting link yet: join links will not work.'
}

/** Returns sentences about a completed event: who can watch its recording, and who gets a mail about it. */
function describeCompleted(event: EventRow, situation: Situation): string[] {
  if (!hasReadyRecording(event)) {
    return ["Visitors see 'Recording Coming Soon' until you release a recording."]
  }
  const shown = findVideoId(event.videoUrl)
    ? 'Everyone with video access can watch its recording.'
    : 'The recording link is not recognised: members see “Video unavailable”.'
  const awaitingRecording = countOf(situation, 'recording_ready')
  if (awaitingRecording === 0) {
    return [shown, 'No emails about the recording are sent.']
  }
  return [
    shown,
    describeMailing(
      situation,
      `${peopleWho(awaitingRecording, 'registered', ['who asked for updates gets', 'who asked for updates get'])} an email about the recording`,
    ),
  ]
}

/** Returns a sentence about where the site would list the event; an end in the past overrides the chosen status. */
function describePlace(event: EventRow, situation: Situation, sentence: string): string {
  const isOver = event.status !== 'completed' && statusOf(event, situation) === 'completed'
  if (!isOver) return sentence
  return `The end is in the past: the event stays under ${places.completed}, closed for registration, until you change the date.`
}

function describeStatus(event: EventRow, situation: Situation): string[] {
  const status = statusOf(event, situation)
  if (status === 'completed') return describeCompleted(event, situation)
  return status === 'upcoming' ? describeUpcoming(event, situation) : []
}

/** Returns sentences about the consequences of a status change: where the event is listed, and who is notified. */
export function describeStatusChange(move: EventMove, situation: Situation): string[] {
  const isSeen = isPublished(situation.event, situation.time.now)
  if (isSeen || move === 'publish' || move === 'delete') return sentences[move](situation)
  return ['The event is not published: visitors see no change, and no emails are sent.']
}

/** Returns sentences about who gets the mail that the event takes place after all. */
function describeRestoration(situation: Situation): string[] {
  const told = countOf(situation, 'restored')
  const crew = countOf(situation, 'crew_restored')
  if (told + crew === 0) {
    return registrationsOf(situation) > 0 ? ['No cancellation email was sent.'] : []
  }
  return [
    ...(told > 0
      ? [
          describeMailing(
            situation,
            `${peopleWho(told, 'registered', ['who got the cancellation gets', 'who got the cancellation get'])} an email that the event takes place, with a calendar entry`,
          ),
        ]
      : []),
    ...(crew > 0 ? [`The crew of ${crew} also gets an email.`] : []),
    'You have two minutes to stop the emails.',
  ]
}

const sentences: Record<EventMove, (situation: Situation) => string[]> = {
  publish(situation) {
    const event = applyStatusChange(situation.event, { publishAt: null })
    const place = `The event appears immediately under ${places[statusOf(event, situation)]} on the home page, in the calendar and for search engines.`
    return [place, ...describeStatus(event, situation)]
  },
  unpublish: () => [
    'Visitors can no longer see it or its page.',
    'You can publish it again at any time.',
  ],
  pre_registration(situation) {
    const event = applyStatusChange(situation.event, { status: 'pre_registration' })
    const { confirmed } = situation
    return [
      describePlace(
        event,
        situation,
        `The event moves to ${places.pre_registration} on the home page, where people can ask to be notified of the date.`,
      ),
      'Registration closes, and no reminders are sent.',
      ...(confirmed > 0
        ? [
            `${peopleWho(confirmed, 'confirmed', ['stays', 'stay'])} registered and ${confirmed === 1 ? 'gets' : 'get'} no email.`,
          ]
        : []),
    ]
  },
  upcoming(situation) {
    const event = applyStatusChange(situation.event, { status: 'upcoming' })
    const sentence = `The event appears under ${places.upcoming} on the home page and opens for registration.`
    return [describePlace(event, situation, sentence), ...describeStatus(event, situation)]
  },
  completed(situation) {
    const event = applyStatusChange(situation.event, { status: 'completed' })
    const isThere = statusOf(situation.event, situation) === 'completed'
    const registrations = registrationsOf(situation)
    return [
      isThere
        ? `Visitors already see the event under ${places.completed}, because it has ended.`
        : `The event moves to ${places.completed} on the home page, and registration closes.`,
      ...describeCompleted(event, situation),
      ...(registrations > 0
        ? [`${writeCount(registrations, 'registration is', 'registrations are')} kept.`]
        : []),
    ]
  },
  cancel(situation) {
    const event = applyStatusChange(situation.event, { cancelledAt: situation.time.now })
    const registrations = registrationsOf(situation)
    const { aware, waitlisted } = situation
    const reached = countOf(situation, 'cancelled')
    const isTold = isDue(cancellationMail, event, situation)
    const told = isTold
      ? describeMailing(
          situation,
          `${peopleWho(reached, 'registered', ['gets', 'get'])} a cancellation email that also cancels the calendar entry`,
        )
      : 'The event is over, so no emails are sent.'
    const unaware = registrations - aware
    return [
      'The event disappears from the home page and the library, and registration closes.',
      registrations === 0 ? nobodyRegistered(situation) : told,
      ...(isTold ? describeCrew(situation, 'also gets an email') : []),
      ...(isTold && unaware > 0
        ? [
            `${peopleWho(unaware, 'imported', ['never got', 'never got'])} an email about the event and ${unaware === 1 ? 'gets' : 'get'} none now.`,
          ]
        : []),
      ...(waitlisted > 0
        ? [`${peopleOnList(waitlisted)} no email. You can send them an announcement.`]
        : []),
      isTold && situation.mails.length > 0
        ? 'You can undo this later, and have two minutes to stop the emails.'
        : 'You can undo this later.',
    ]
  },
  restore(situation) {
    const event = applyStatusChange(situation.event, { cancelledAt: null })
    return [
      `The event appears again under ${places[statusOf(event, situation)]} on the home page.`,
      ...describeStatus(event, situation),
      ...describeRestoration(situation),
    ]
  },
  delete(situation) {
    const registrations = registrationsOf(situation)
    return [
      registrations > 0
        ? `${writeCount(registrations, 'registration is', 'registrations are')} deleted with the event. The people are kept.`
        : 'The event has no registrations.',
      ...(situation.event.cancelledAt === null
        ? describeCrew(situation, 'gets no email. To notify the crew, cancel the event first')
        : []),
      ...(situation.untold > 0 ? [describePendingCancellations(situation.untold)] : []),
      'Members lose their place in the recording. Statistics keep its views.',
      'This cannot be undone.',
    ]
  },
}
