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
 * Types that define a kind of mail. One file in the feature that causes a kind defines it, and
 * `main/mail-kinds.ts` lists it; the outbox does not know individual kinds.
 */

/** The kind of an outbox entry, with the rows that it is about, such as event and registration. */
export type Notification = { kind: MailKind } & Partial<
  Pick<
    NotificationRow,
    'event' | 'registration' | 'crew' | 'isMapped' | 'openQuestions' | 'announcement' | 'materials'
  > & {
    /** The event's start as named in the recipient's last mail, if it differs from the present one. */
    formerStart: Date | undefined
  }
>

/**
 * All kinds of mail, in the order in which the sweep plans them. Passed to planning, previews and sending.
 */
export type MailKinds = Record<MailKind, MailDefinition>
export type MailDefinition = StandaloneMail | EventMail

export type LinkUsage = Pick<
  NotificationRow['outboxEntry'],
  'createdAt' | 'linkFirstUsedAt' | 'linkUses'
>

type Common = {
  /** Topic of the mail, from which readers can unsubscribe. Mails that answer a person's action have none. */
  topic?: Topic
  /** Returns the topic of one mail, if mails of this kind have different topics. */
  topicOf?(about: Notification): Topic | undefined
  /**
   * True if the mail is sent again although an earlier attempt may have arrived, because a duplicate is
   * better than a missing mail.
   */
  isRepeatable: boolean
  /** True if the mail is not sent again after the mail server received it without a reply. */
  isLeftInDoubt?: true
  /** True if any visitor can request the mail; then a limit per hour and address applies. */
  isOnRequest?: true
  /** Returns whether the requested link may be sent to the address; see link-requests.ts. */
  isEntitled?(
    db: Db,
    request: { email: string; eventId?: number },
    time: TimeContext,
  ): Promise<boolean>
  /** Returns whether the link in the mail no longer works; default: `isLinkExhausted`. */
  isExhausted?(entry: LinkUsage, now: Date): boolean
  /**
   * True if the admin area hides the mail's links, because an administrator could use them to sign in as
   * another one.
   */
  hidesLinks?: true
  /**
   * True if subject and text contain a secret: for a sent mail the outbox then stores neither of them, nor a digest,
   * from which the secret could be guessed.
   */
  hidesText?: true
  /** Page linked at the end of the mail; default: `/me`. */
  ownPage?: { label: string; path: string }
  /** Message that explains why administrators cannot send mails of this kind again. */
  notAgain?: string
  /**
   * Returns why the mail must be skipped, checked just before sending; undefined if it is still applicable.
   */
  whyNot?(row: NotificationRow, time: TimeContext): string | undefined
  /**
   * Returns why the mail must be skipped, if that needs a database query. Replaces the other checks before
   * sending, except that for bounces.
   */
  findWhyNot?(db: Db, row: NotificationRow, time: TimeContext): Promise<string | undefined>
  /**
   * True if the recipient's email belongs to no person any more, so that a link to the video library would
   * not work.
   */
  isToNobody?: true
}

/** A kind of mail that is not about an event. */
export type StandaloneMail = Common & {
  to: 'person'
  words(context: WordsContext, about: Notification): Words
}

/** A kind of mail about an event: to its registrants, its crew, or people interested in future events. */
export type EventMail = Common & {
  to: 'registrant' | 'crew' | 'interested'
  words(event: EventRow, context: WordsContext, told: Recipient): Words
  /** Returns the iCalendar method of the mail's calendar attachment; undefined if the mail has none. */
  calendar?(told: Recipient): 'PUBLISH' | 'CANCEL' | undefined
  /** True if the mail names the event's time, so that the recipient knows that time afterwards. */
  tellsTime?: true
  /** True if the mail also names the event's former time, as in the recipient's earlier mail. */
  saysFormerTime?: true
  /**
   * Rule for mails that are due by time or by an organiser's change; undefined if a person's action causes
   * them.
   */
  due?: Due
}

/**
 * Rule for when a mail is due, and for whom. The sweep plans mails by this rule, and sending evaluates it
 * again.
 */
type Due = {
  /**
   * Returns the mail if it is due at this time. It stays due for much longer than the interval between two
   * sweeps.
   */
  when(event: EventRow, time: TimeContext): DueMail | undefined
  /**
   * Returns the SQL condition for recipients: `r` is the registration, crew membership or interest, `u` has
   * the email. `kindsOfTime`: the kinds of mail that name the event's time to these recipients.
   */
  who(event: EventRow, due: DueMail, kindsOfTime: MailKind[]): SQL
  /** True if the mail waits until the event has not been saved for two minutes (`settlingMs` in plan.ts). */
  waitsForEdits?: true
  /**
   * True if the mail to imported registrants waits (`importSettlingMs`), because the organiser may undo the
   * import.
   */
  waitsForImports?: true
  /**
   * Returns why the mail is no longer due, for the admin area. Not called if the kind of mail has its own
   * `whyNot`.
   */
  whyNot?(event: EventRow, time: TimeContext, dedupeKey: string): string
  /** Reason shown in the admin area if the mail is still due, but not for this recipient. */
  whyNotThem?: string
  /**
   * Selects recipients to skip, because another mail has just told them the same. The outbox records
   * `reason` for them.
   */
  saidJustNow?: { who(event: EventRow, due: DueMail): SQL; reason: string }
}

export type DueMail = {
  /** Distinguishes several mails of one kind about the same event. */
  dedupeKey: string
  /** Skips people who got another mail with the event's time since this moment. */
  unlessToldSince?: Date
}

/** The texts that one notification adds to its mail. */
export type Words = {
  /** Default subject; an organiser may change it. */
  subject: string
  /** A fact that precedes the subject, even if the organiser changed the subject. */
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
export type Recipient = {
  isPreRegistered: boolean
  role: CrewRole
  formerStart?: Date | undefined
  /** Number of questions of the registration form for whose answers the mail asks. */
  openQuestions: number
}

/** The outbox entry of a mail: the target of its links, its sign-in code, and whether the mail is a test. */
export type MailedEntry = LinkTarget &
  Partial<Pick<NotificationRow['outboxEntry'], 'dedupeKey' | 'isTest' | 'codeId' | 'codeCreatedAt'>>

export type WordsContext = {
  seriesName: string
  display: DisplayZone
  /** The site's origin, without a trailing slash. */
  origin: string
  firstName: string
  /** True if the event has a webinar or a meeting room for the join link to open. */
  leadsIn: boolean
  /** The outbox entry that the links of the mail are signed for; `linkKey` is the signing key. */
  outboxEntry: MailedEntry
  linkKey: LinkKey
  /** Links and files of the event; the URLs of files that not every visitor may see are signed. */
  materials: { title: string; address: string }[]
  /** URLs of the personal links in this mail. */
  links: {
    join: string
    seat: string
    /** Crew page of the event for this crew member. */
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
  /**
   * `says`: the mail's purpose in a few words, shown above `heading`, the event's title. `address`: the
   * event's page.
   */
  | { heading: string; says?: string; address?: string }
  | { text: string }
  /** `facts`: names with values, such as the time of the event; `link` follows them in small print. */
  | { facts: [name: string, value: string][]; link?: { label: string; address: string } }
  | { button: string; address: string }
  /** Small print below the part that it explains. */
  | { note: string }
  /** Text that an administrator wrote, as blocks. */
  | { written: WrittenBlock[] }

/**
 * Returns why no more mails about an event are sent: it was cancelled, or it is over. Otherwise returns
 * undefined.
 */
export function whyEventIsOver(
  event: EventRow | null,
  { now, timeZone }: TimeContext,
): string | undefined {
  if (event?.cancelledAt) return 'The event was cancelled'
  const isOver = event && effectiveStatus(event, now, timeZone) === 'completed'
  return isOver ? 'The event is over' : undefined
}
