import type { EventRow } from '#features/events/server/event-rows.ts'
import type { DisplayZone } from '#kernel/event-time.ts'
import type { CrewRole, MailKind, RegistrationType } from '#kernel/values.ts'

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

/** What a mail says, part by part; the HTML and the plain text are both written from these. */
export type MailPart =
  /** `says` is what the mail is for in a few words, above the event's title, which leads to its page. */
  | { heading: string; says?: string; address?: string }
  | { text: string }
  | { facts: [name: string, value: string][] }
  | { button: string; address: string }
  /** Said in small letters under what it explains. */
  | { note: string }

export type Mail = {
  subject: string
  /** The line that a list of mails shows beside the subject. */
  preview: string
  greeting: string
  parts: MailPart[]
  /** Why the person gets this mail. */
  reason: string
  /** Where everything that a mail offers is in one place. */
  ownPage: { label: string; address: string }
  unsubscribe?: { label: string; address: string }
  /** `method` is what the calendar is to do with it. */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string }
}

const longestName = 40
/** What makes an address, a file or a number to call of the words around it. */
const notOfNames = /[/\\@:<>]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|\p{N}{4}/u

/**
 * Greets by first name, and well without one. Anybody may type any name for any address: what reads as
 * a message or a link is no greeting.
 */
export function greet(firstName: string): string {
  const name = firstName.replaceAll(/\s+/g, ' ').trim()
  const visible = name.replaceAll(/\p{Cf}/gu, '')
  const isName = visible !== '' && name.length <= longestName && !notOfNames.test(visible)
  return isName ? `Hello ${name},` : 'Hello,'
}
