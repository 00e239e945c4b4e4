import type { SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { effectiveStatus, type DisplayZone, type TimeContext } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { CrewRole, Topic } from '#kernel/values.ts'
import type { WrittenBlock } from '#kernel/written-text.ts'
import type { Db } from '#platform/db/open.ts'
import type { LinkKey, LinkTarget } from '#platform/signed-links/signed-links.ts'
import type { NotificationRow } from './record.ts'

/**
 * What a kind of mail is made of. Each kind is one file in the feature that owns its cause, and one line
 * of `main/mail-kinds.ts`; the outbox in this folder knows none by name. Specification, "Mails".
 */

/** One thing to tell: an outbox entry with what it is about. */
export type Notification = { kind: MailKind } & Partial<
  Pick<NotificationRow, 'event' | 'registration' | 'crew' | 'isMapped' | 'announcement'> & {
    /** The last other start that the recipient was told. */
    formerStart: Date | undefined
  }
>

/** All kinds, as they are handed to whoever plans, sends or judges; planned in this order. */
export type MailKinds = Record<MailKind, MailDefinition>
export type MailDefinition = StandaloneMail | EventMail

export type LinkUsage = Pick<
  NotificationRow['outboxEntry'],
  'createdAt' | 'linkFirstUsedAt' | 'linkUses'
>

type Common = {
  /** What a person unsubscribes from to get no more of it. Without one it answers what they did. */
  topic?: Topic
  /** The same where it differs from mail to mail. */
  topicOf?(about: Notification): Topic | undefined
  /** Whether it is sent once more where a try may have arrived: a repetition does less harm than none. */
  isRepeatable: boolean
  /** The mail is not repeated either if the mail server received it and never answered. */
  isLeftInDoubt?: true
  /** Anybody may ask for it: so many an hour for one mailbox. */
  isOnRequest?: true
  /** Whether a job may send the link to the address that requested it; see link-requests.ts. */
  isEntitled?(
    db: Db,
    request: { email: string; eventId?: number },
    time: TimeContext,
  ): Promise<boolean>
  /** Whether its link no longer works; `isLinkExhausted` unless given. */
  isExhausted?(entry: LinkUsage, now: Date): boolean
  /** The admin area shows the mail without its links: they let their reader in as another administrator. */
  hidesLinks?: true
  /** The page of its reader at the end of the mail; `/me` unless given. */
  ownPage?: { label: string; path: string }
  /** Why administrators cannot have it sent again. */
  notAgain?: string
  /** Of what answers somebody's doing: why it is not to be told any more, judged when it is sent. */
  whyNot?(row: NotificationRow, time: TimeContext): string | undefined
  /** The same where the database has to be asked. */
  findWhyNot?(db: Db, row: NotificationRow, time: TimeContext): Promise<string | undefined>
  /** Its reader's address is nobody's any more: a link to the library would open nothing. */
  isToNobody?: true
  /** Only tried: no link in it lets anybody in. */
  isInert?(outboxEntry: NotificationRow['outboxEntry']): boolean
}

/** A kind that needs no event. */
export type StandaloneMail = Common & {
  to: 'person'
  words(context: WordsContext, about: Notification): Words
}

/** A kind about an event, to its registrants, its crew, or whoever asked to hear of events. */
export type EventMail = Common & {
  to: 'registrant' | 'crew' | 'interested'
  words(event: EventRow, context: WordsContext, told: Told): Words
  /** What its calendar file is to do, if it brings one. */
  calendar?(told: Told): 'PUBLISH' | 'CANCEL' | undefined
  /** Whether it says when the event is: whoever got it was told that time. */
  tellsTime?: true
  /** Whether it says which time its recipient was told before. */
  saysFormerTime?: true
  /** What the clock and the organiser's edits bring about by themselves. */
  due?: Due
}

/** When a kind is owed, and to whom: planned by it, and judged by it again when it is sent. */
type Due = {
  /** Whether it is owed at this moment. Windows are far wider than the time between two sweeps. */
  when(event: EventRow, time: TimeContext): DueMail | undefined
  /** Which of the registrants `r`, as users `u`, of the crew, or of the interested. `kindsOfTime`: what tells them the time. */
  who(event: EventRow, due: DueMail, kindsOfTime: MailKind[]): SQL
  /** Not of an event that was edited just now. */
  waitsForEdits?: true
  /** Not to those imported just now: the organiser may still confirm their seats, or undo it. */
  waitsForImports?: true
  /** Why it is owed no longer, in words for the admin area, of a kind without a `whyNot` of its own. */
  whyNot?(event: EventRow, time: TimeContext, dedupeKey: string): string
  /** Why somebody is owed it no longer. */
  whyNotThem?: string
  /** Who is not sent it because a mail has just said the same; the outbox records that with the reason. */
  saidJustNow?: { who(event: EventRow, due: DueMail): SQL; reason: string }
}

export type DueMail = {
  /** What makes a repetition another notification. */
  dedupeKey: string
  /** Not to those whom another mail has told the time since. */
  unlessToldSince?: Date
}

/** What one notification adds to its mail. */
export type Words = {
  /** What the kind says by itself; an organiser may say it otherwise. */
  subject: string
  /** A fact that the subject begins with, whatever it says. */
  subjectFact?: string
  preview: string
  parts: (MailPart | Opening)[]
  reason: string
  /** It says who is greeted, and how. */
  greetsItself?: true
}

/** The words that a mail opens with, which an organiser may say otherwise; `fact` follows them in any case. */
export type Opening = { opening: string; fact?: string }

/** Whom a notification about an event is told. */
export type Told = { isPreRegistered: boolean; role: CrewRole; formerStart?: Date | undefined }

export type WordsContext = {
  seriesName: string
  display: DisplayZone
  /** Where the site is, without a trailing slash. */
  origin: string
  firstName: string
  /** Whether the join link can take anybody in: there is a webinar or a room. */
  leadsIn: boolean
  /** The outbox entry that carries the mail, and the key that signs what it holds. */
  outboxEntry: LinkTarget & { dedupeKey?: string }
  linkKey: LinkKey
  /** The addresses of this mail's own links. */
  links: {
    join: string
    seat: string
    /** Their own page of the event, as one of its crew. */
    crew: string
    enter: string
    /** Where an administrator chooses a password. */
    password: string
    /** Where an administrator confirms a new recovery email. */
    recoveryEmail: string
    resubscribe: string
    /** Where the interested answer: take part, not this one, no more. */
    interest: string
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
  /** `link` follows the facts in small letters. */
  | { facts: [name: string, value: string][]; link?: { label: string; address: string } }
  | { button: string; address: string }
  /** Said in small letters under what it explains. */
  | { note: string }
  /** What somebody wrote in the admin area. */
  | { written: WrittenBlock[] }

/** Why nobody is to get an answer about an event any more. */
export function whyEventIsOver(
  event: EventRow | null,
  { now, timeZone }: TimeContext,
): string | undefined {
  if (event?.cancelledAt) return 'The event was cancelled'
  const isOver = event && effectiveStatus(event, now, timeZone) === 'completed'
  return isOver ? 'The event is over' : undefined
}
