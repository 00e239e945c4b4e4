import type { CrewRole } from '#shared/crew.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import type { MailKind } from '#shared/messages.ts'
import type { RegistrationType } from '#shared/values.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { MailPart } from './mail-parts.ts'

/** One thing to tell: an outbox entry with what it is about. */
export type Notification = {
  kind: MailKind
  event?: EventRow
  /** Whether the event has a webinar. */
  isMapped?: boolean
  /** Nothing where they are not registered for it. */
  registration?: { id: number; registrationType: RegistrationType; createdAt: Date }
  /** Their place in the event's crew, of what is told to that. */
  crew?: { id: number; name: string; role: CrewRole; createdAt: Date }
}

/** What one notification adds to its mail. */
export type Described = { subject: string; preview: string; parts: MailPart[]; reason: string }

/** Whom a notification about an event is told. */
export type Told = { isPreRegistered: boolean; role: CrewRole }
export type Describe = (event: EventRow, context: NotificationContext, told: Told) => Described

export type NotificationContext = {
  seriesName: string
  display: DisplayZone
  /** Whether the join link can take anybody in: there is a webinar or a room. */
  leadsIn: boolean
  /** The code that this mail carries, if it carries one. */
  code?: string
  /** The addresses of this mail's own links. */
  links: {
    join: string
    seat: string
    /** Their own page of the event, as one of its crew. */
    crew: string
    enter: string
    resubscribe: string
    /** The page of the event that the notification is about. */
    event: string
    site: string
  }
}
