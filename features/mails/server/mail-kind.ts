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
 * The definition of a kind of mail. Each kind is one file in the feature that causes it, and one line of
 * `main/mail-kinds.ts`; the outbox does not know individual kinds.
 */

/** A notification: an outbox entry with the rows that it is about. */
export type Notification = { kind: MailKind } & Partial<
  Pick<NotificationRow, 'event' | 'registration' | 'crew' | 'isMapped' | 'announcement'> & {
    /** The start in the recipient's last mail, if it differs. */
    formerStart: Date | undefined
  }
>

/** All kinds, in the order in which they are planned. Passed to planning, previews and sending. */
export type MailKinds = Record<MailKind, MailDefinition>
export type MailDefinition = StandaloneMail | EventMail

export type LinkUsage = Pick<
  NotificationRow['outboxEntry'],
  'createdAt' | 'linkFirstUsedAt' | 'linkUses'
>

type Common = {
  /** Topic that readers can unsubscribe from. Mails that answer an action have none. */
  topic?: Topic
  /** Returns the topic, if it depends on the mail. */
  topicOf?(about: Notification): Topic | undefined
  /**
   * True if the mail is sent again when a first attempt may have arrived: a duplicate is better than a
   * missing mail.
   */
  isRepeatable: boolean
  /** True if the mail is not repeated even if the mail server received it and never answered. */
  isLeftInDoubt?: true
  /** True if anyone can request the mail; then a limit per hour and mailbox applies. */
  isOnRequest?: true
  /** Returns whether the requested link may be sent to the address; see link-requests.ts. */
  isEntitled?(
    db: Db,
    request: { email: string; eventId?: number },
    time: TimeContext,
  ): Promise<boolean>
  /** Returns whether the link no longer works; default: `isLinkExhausted`. */
  isExhausted?(entry: LinkUsage, now: Date): boolean
  /**
   * True if the admin area hides the mail's links, because they would sign the reader in as another
   * administrator.
   */
  hidesLinks?: true
  /** Page linked at the end of the mail; default: `/me`. */
  ownPage?: { label: string; path: string }
  /** Why administrators cannot send the mail again. */
  notAgain?: string
  /** Returns why a mail that answers an action is no longer applicable when it is sent. */
  whyNot?(row: NotificationRow, time: TimeContext): string | undefined
  /** Returns why the mail is no longer applicable, if that needs a database query. */
  findWhyNot?(db: Db, row: NotificationRow, time: TimeContext): Promise<string | undefined>
  /** True if the recipient's address belongs to no person any more, so that a library link would not work. */
  isToNobody?: true
  /** Returns whether the mail is a test, whose links must not work. */
  isInert?(outboxEntry: NotificationRow['outboxEntry']): boolean
}

/** A kind that is not about an event. */
export type StandaloneMail = Common & {
  to: 'person'
  words(context: WordsContext, about: Notification): Words
}

/** A kind about an event: to its registrants, its crew, or people interested in future events. */
export type EventMail = Common & {
  to: 'registrant' | 'crew' | 'interested'
  words(event: EventRow, context: WordsContext, told: Recipient): Words
  /** Returns the method of the calendar attachment; undefined without one. */
  calendar?(told: Recipient): 'PUBLISH' | 'CANCEL' | undefined
  /** True if the mail contains the event's time, so that the recipient knows it. */
  tellsTime?: true
  /** True if the mail contains the time of the recipient's earlier mail. */
  saysFormerTime?: true
  /** When the mail is due by time or by an organiser's change. */
  due?: Due
}

/** When a mail is due, and for whom. Planning uses this rule, and sending evaluates it again. */
type Due = {
  /** Returns the mail if it is due now. Windows are much wider than the interval between two sweeps. */
  when(event: EventRow, time: TimeContext): DueMail | undefined
  /**
   * Returns SQL for the recipients among registrants `r` (users `u`), crew or interested people.
   * `kindsOfTime` are the kinds that tell them the time.
   */
  who(event: EventRow, due: DueMail, kindsOfTime: MailKind[]): SQL
  /** True if the mail waits until the event was not edited for some time. */
  waitsForEdits?: true
  /** True if the mail waits after an import, because the organiser may send confirmations or undo it. */
  waitsForImports?: true
  /** Returns why the mail is no longer due, for the admin area, if the kind has no `whyNot`. */
  whyNot?(event: EventRow, time: TimeContext, dedupeKey: string): string
  /** Reason shown for a recipient for whom the mail is no longer due. */
  whyNotThem?: string
  /** Recipients who are skipped because a mail has just told them the same; the outbox records the reason. */
  saidJustNow?: { who(event: EventRow, due: DueMail): SQL; reason: string }
}

export type DueMail = {
  /** Distinguishes repetitions of the same kind. */
  dedupeKey: string
  /** Skips people whom another mail has told the time since. */
  unlessToldSince?: Date
}

/** The texts that one notification adds to its mail. */
export type Words = {
  /** Default subject; an organiser may change it. */
  subject: string
  /** A fact that precedes the subject, even a changed one. */
  subjectFact?: string
  preview: string
  parts: (MailPart | Opening)[]
  reason: string
  /** True if the text contains its own greeting. */
  greetsItself?: true
}

/** Opening text, which an organiser may change; `fact` always follows it. */
export type Opening = { opening: string; fact?: string }

/** The recipient of a notification about an event. */
export type Recipient = { isPreRegistered: boolean; role: CrewRole; formerStart?: Date | undefined }

export type WordsContext = {
  seriesName: string
  display: DisplayZone
  /** The site's origin, without a trailing slash. */
  origin: string
  firstName: string
  /** True if the join link can lead somewhere: there is a webinar or a meeting room. */
  leadsIn: boolean
  /** The outbox entry that carries the mail, and the key that signs its links. */
  outboxEntry: LinkTarget & { dedupeKey?: string }
  linkKey: LinkKey
  /** URLs of the personal links in this mail. */
  links: {
    join: string
    seat: string
    /** Page of the event for this crew member. */
    crew: string
    enter: string
    /** Page on which an administrator chooses a password. */
    password: string
    /** Page on which an administrator confirms a new recovery email. */
    recoveryEmail: string
    resubscribe: string
    /** Page on which an interested person registers, skips this event, or stops these mails. */
    interest: string
    /** Page of the event that the notification is about. */
    event: string
    site: string
  }
}

/** A part of a mail; HTML and plain text are both rendered from the parts. */
export type MailPart =
  /** `says` is the mail's purpose in a few words, above the event's title, which links to its page. */
  | { heading: string; says?: string; address?: string }
  | { text: string }
  /** `link` follows the facts in small print. */
  | { facts: [name: string, value: string][]; link?: { label: string; address: string } }
  | { button: string; address: string }
  /** Small print below the part that it explains. */
  | { note: string }
  /** Text that an administrator wrote, as blocks. */
  | { written: WrittenBlock[] }

/** Returns why no mails about an event are sent any more; undefined if they are. */
export function whyEventIsOver(
  event: EventRow | null,
  { now, timeZone }: TimeContext,
): string | undefined {
  if (event?.cancelledAt) return 'The event was cancelled'
  const isOver = event && effectiveStatus(event, now, timeZone) === 'completed'
  return isOver ? 'The event is over' : undefined
}
