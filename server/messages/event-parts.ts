import { eventStart, formatEventDate, formatEventTime } from '#shared/event-time.ts'
import { hasCalendarEntry } from '#server/calendar/make-calendar.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { MailPart } from './mail-parts.ts'
import type { NotificationContext } from './matter.ts'

/** What mails to registrants and to the crew say alike of an event. */

export function whenOf(event: EventRow, { display }: NotificationContext): string {
  const date = formatEventDate(event, display.zone)
  const time = formatEventTime(event, display)
  return [date, time].filter(Boolean).join(', ') || 'The date is not fixed yet'
}

export function factsOf(event: EventRow, context: NotificationContext): MailPart {
  return {
    facts: [
      ['Guest', `${event.speakerName}, ${event.speakerTitle}`],
      ['When', whenOf(event, context)],
    ],
  }
}

export function sayCancelled(event: EventRow, context: NotificationContext): string {
  return `We are sorry: this interview${eventStart(event) ? ` (${whenOf(event, context)})` : ''} will not take place. You need not do anything${hasCalendarEntry(event) ? '; the attached entry takes it out of your calendar' : ''}.`
}
