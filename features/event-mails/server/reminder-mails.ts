import { sql } from 'drizzle-orm'
import { justSaidMs, remindersAt } from '#features/event-mails/rules.ts'
import {
  crewParts,
  factsOf,
  headingOf,
  joinParts,
  reasonOfCrew,
  whenOf,
} from '#features/mails/server/compose.ts'
import type { EventMail, WordsContext } from '#features/mails/server/mail-kind.ts'
import { isConfirmed } from '#features/mails/server/plan.ts'
import { eventStart } from '#kernel/event-time.ts'
import { awaitedStart } from '#kernel/publishing.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import {
  nameReminder,
  readReminder,
  type Reminder as ReminderTime,
  type ReminderTimes,
} from '#kernel/reminder-times.ts'
import { isToldSince, needsNewTime, tooLate, whyTimeIsOver } from './told-times.ts'

type Reminder = {
  window: ReminderTime['kind']
  /** Heading of the reminder. `text` is its first paragraph for registrants, `crewText` the one for the crew. */
  says: string
  text: string
  crewText: string
}

type Reminded = 'registrant' | 'crew'

/**
 * For registrants and crew, the kinds of mail that name the event's time. Someone who has just got one of them needs no
 * reminder.
 */
const timeNews: Record<Reminded, { first: MailKind[]; moved: MailKind; restored: MailKind }> = {
  registrant: {
    first: ['registration_confirmed', 'series_registered'],
    moved: 'moved',
    restored: 'restored',
  },
  crew: { first: ['crew_added'], moved: 'crew_moved', restored: 'crew_restored' },
}

/** Returns whether the reminder was added after its time, so that it is not sent. */
function wasPast({ minutes, from }: ReminderTime, start: Date, { remindersSince }: ReminderTimes) {
  const since = remindersSince[minutes]
  return since !== undefined && start.getTime() - from < Date.parse(since)
}

/** Returns the rule for when a reminder is due and to whom; the same times apply to registrants and crew. */
function remind(to: Reminded, { window }: Reminder): Omit<EventMail, 'words'> {
  const { first, moved, restored } = timeNews[to]
  const isHere = to === 'crew' ? sql`true` : isConfirmed
  const isSaidSince = (since: Date) => isToldSince(since, [...first, moved, restored])
  return {
    to,
    topic: 'reminders',
    isRepeatable: false,
    tellsTime: true,
    due: {
      when(event, time) {
        const start = awaitedStart(event, time)
        const left = start ? start.getTime() - time.now.getTime() : 0
        const reminder = remindersAt(event, left).due.find(({ kind }) => kind === window)
        if (!start || !reminder || wasPast(reminder, start, event)) return undefined
        const unlessToldSince = new Date(start.getTime() - reminder.from - justSaidMs)
        return { dedupeKey: nameReminder(start, reminder), unlessToldSince }
      },
      who(event, { unlessToldSince }, kindsOfTime) {
        return sql`not (${needsNewTime(event, moved, kindsOfTime)}) and ${isHere}
          and not ${isSaidSince(unlessToldSince!)}`
      },
      saidJustNow: {
        who(_event, { unlessToldSince }) {
          const from = new Date(unlessToldSince!.getTime() + justSaidMs)
          return sql`${isHere} and ${isSaidSince(unlessToldSince!)} and not ${isSaidSince(from)}`
        },
        reason: 'A similar email was sent less than 15 minutes before',
      },
      waitsForEdits: true,
      ...(to === 'registrant' && { waitsForImports: true }),
      whyNot(event, time, dedupeKey) {
        const { start, minutes } = readReminder(window, dedupeKey)
        const isOfThisTime = start === eventStart(event)?.toISOString()
        const why = whyTimeIsOver(event, time, isOfThisTime)
        const isRemoved = !event.reminderMinutes.includes(minutes)
        return why === tooLate && isRemoved ? 'The reminder times were changed' : why
      },
    },
  }
}

function toRegistrants(reminder: Reminder): EventMail {
  return {
    ...remind('registrant', reminder),
    words: (event, context) => ({
      subject: `${reminder.says}: ${event.title}`,
      preview: whenOf(event, context),
      parts: [
        headingOf(reminder.says, event, context),
        { opening: isFarAhead(reminder, context) ? farAhead : reminder.text },
        factsOf(event, context),
        ...joinParts(event, context),
      ],
      reason: `You get this reminder because you registered for an event of ${context.seriesName}.`,
    }),
  }
}

function toCrew(reminder: Reminder): EventMail {
  return {
    ...remind('crew', reminder),
    words: (event, context, { role }) => ({
      subject: `${reminder.says}, with you as ${role}: ${event.title}`,
      preview: whenOf(event, context),
      parts: [
        headingOf(reminder.says, event, context),
        { opening: isFarAhead(reminder, context) ? crewFarAhead : reminder.crewText },
        factsOf(event, context),
        ...crewParts(context),
      ],
      reason: reasonOfCrew(context, role),
    }),
  }
}

/** First paragraphs of reminders that are sent more than two days before the start. */
const farAhead = 'The interview is coming up, and you have a seat.'
const crewFarAhead = 'The interview is coming up. See who has registered and what they ask.'

function isFarAhead({ window }: Reminder, { outboxEntry }: WordsContext) {
  return readReminder(window, outboxEntry.dedupeKey ?? '').minutes > 2 * 24 * 60
}

const dayBefore: Reminder = {
  window: 'reminder_24h',
  says: 'Coming up',
  text: 'The interview is almost here, and you have a seat.',
  crewText: 'The interview is almost here. See who has registered and what they ask.',
}
const hourBefore: Reminder = {
  window: 'reminder_1h',
  says: 'Starting soon',
  text: 'We begin within the hour. Your seat is waiting.',
  crewText: 'We begin within the hour, and the room is open to you.',
}

export const dayBeforeMail = toRegistrants(dayBefore)
export const hourBeforeMail = toRegistrants(hourBefore)
export const crewDayBeforeMail = toCrew(dayBefore)
export const crewHourBeforeMail = toCrew(hourBefore)
