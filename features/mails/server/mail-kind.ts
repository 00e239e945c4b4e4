import type { SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { effectiveStatus, type DisplayZone, type TimeContext } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { CrewRole, Topic } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { LinkKey, LinkTarget } from '#platform/signed-links/signed-links.ts'
import type { ListedMaterial } from '#schema/materials.ts'
import type { MailPart, Words } from './mail-parts.ts'
import type { NotificationRow } from './record.ts'

/**
 * Types that define a kind of mail. One file in the feature that causes a kind defines it, and
 * `main/mail-kinds.ts` lists it; the outbox does not know individual kinds.
 */

/**
 * One of the messages in a mail, such as "registration confirmed": its kind and the ids of the database rows for its
 * text.
 */
export type Notification = { kind: MailKind } & Partial<
  Pick<
    NotificationRow,
    | 'event'
    | 'registration'
    | 'crew'
    | 'isMapped'
    | 'openQuestions'
    | 'offerEndsAt'
    | 'announcement'
    | 'materials'
  > & {
    /** The event's start that the recipient knows from their last mail, if the event has been moved since. */
    formerStart: Date | undefined
    /** The next event, if the mail invites the recipient to it. */
    nextEvent: EventRow | undefined
    /** The question that the mail asks about the event. */
    feedback: { question: string; options: string[] }
    /** The published quote that the mail is about, and the answer for which its link is signed. */
    quote: { quote: string; name: string | null; answer: Pick<LinkTarget, 'id' | 'createdAt'> }
    /** True if the same mail also contains the notification about the recording. */
    hasRecordingMail: boolean
    /** Parts that `findParts` of the kind returned. */
    parts: MailPart[]
  }
>

/** All kinds of mail, in the order in which due mails are planned. Passed to planning, previews and sending. */
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
   * True if the mail is sent again after an interrupted attempt, because receiving it twice is better than not at all.
   */
  isRepeatable: boolean
  /** True if the mail is not sent again when the connection breaks before the mail server confirms it. */
  isLeftInDoubt?: true
  /** True if any visitor can request the mail; then the number of such mails per hour to one address is limited. */
  isOnRequest?: true
  /**
   * Returns whether the address may get the link that a visitor requested for it, for example because it is registered.
   */
  isEntitled?(
    db: Db,
    request: { email: string; eventId?: number },
    time: TimeContext,
  ): Promise<boolean>
  /** Returns whether the link in the mail no longer works. By default, `isLinkExhausted` decides. */
  isExhausted?(entry: LinkUsage, now: Date): boolean
  /** True if the admin area hides the mail's links, with which an administrator could sign in as another one. */
  hidesLinks?: true
  /**
   * True if subject and text contain a secret: for a sent mail the outbox then stores neither of them, nor a digest,
   * from which the secret could be guessed.
   */
  hidesText?: true
  /** True if the mail's unsubscribe link ends the recipient's series registration, instead of a topic. */
  endsSeries?: true
  /** Page linked at the end of the mail; default: `/me`. */
  ownPage?: { label: string; path: string }
  /** Message that explains why administrators cannot send mails of this kind again. */
  notAgain?: string
  /**
   * Called just before sending. If the mail has become pointless, for example because the event was cancelled, returns
   * the reason for skipping it; otherwise undefined.
   */
  whyNot?(row: NotificationRow, time: TimeContext): string | undefined
  /**
   * Like `whyNot`, but may query the database. If a kind of mail has this function, it replaces all other checks before
   * sending, except the check whether mails to the address bounce.
   */
  findWhyNot?(db: Db, row: NotificationRow, time: TimeContext): Promise<string | undefined>
  /** True if the recipient's email belongs to no person, so that a link to the video library would not work. */
  isToNobody?: true
}

/** A kind of mail that is not about an event. */
export type StandaloneMail = Common & {
  to: 'person'
  /** Returns parts of the text that come from the database. `words` receives them as `parts`. */
  findParts?(db: Db, row: NotificationRow, context: PartsContext): Promise<MailPart[]>
  words(context: WordsContext, about: Notification): Words
}

/** What parts of a mail that come from the database depend on. */
export type PartsContext = Pick<WordsContext, 'display' | 'origin'> & { isZoomConnected: boolean }

/** A kind of mail about an event: to its registrants, its crew, or people interested in future events. */
export type EventMail = Common & {
  to: 'registrant' | 'crew' | 'interested'
  words(event: EventRow, context: WordsContext, told: Recipient): Words
  /** Returns the iCalendar method of the mail's calendar attachment; undefined if the mail has none. */
  calendar?(told: Recipient): 'PUBLISH' | 'CANCEL' | undefined
  /** True if the mail names the event's time, so that the recipient knows that time afterwards. */
  tellsTime?: true
  /** Returns the next event if the mail of this row invites its recipient to it. */
  findNextEvent?(db: Db, row: NotificationRow): Promise<EventRow | undefined>
  /** Returns the feedback question that the mail of this row asks. */
  findFeedback?(db: Db, row: NotificationRow): Promise<Notification['feedback']>
  /** Returns the published quote that the mail of this row is about. */
  findQuote?(db: Db, row: NotificationRow): Promise<Notification['quote']>
  /** True if the mail also names the event's former time, as in the recipient's earlier mail. */
  saysFormerTime?: true
  /**
   * Rule for mails that are due by time or by an organiser's change; undefined if a person's action causes
   * them.
   */
  due?: Due
}

/**
 * Rule for when a mail is due, and for whom. A periodic sweep adds due mails to the outbox by this rule; before
 * sending, the rule is evaluated again.
 */
type Due = {
  /**
   * Returns which mail is due now, if any. Due mails are added to the outbox every half minute. A mail stays due much
   * longer than that, so that none is missed.
   */
  when(event: EventRow, time: TimeContext): DueMail | undefined
  /**
   * Returns the SQL condition for the recipients. `r` is the registration, crew membership or interest, `u` the table
   * row with the email. `kindsOfTime` are the kinds of mail that name the event's time: the last one sent shows which
   * time a recipient knows.
   */
  who(event: EventRow, due: DueMail, kindsOfTime: MailKind[]): SQL
  /**
   * Returns the time until which the mail is held after it became due, so that administrators can stop it; undefined
   * while it must not be planned. Without this function, only mails that a save causes are held.
   */
  holdUntil?(db: Db | Transaction, event: EventRow, time: TimeContext): Promise<Date | undefined>
  /** Other kinds that the mail contains for the recipients of both. */
  carries?: MailKind[]
  /** True if the mail must wait until two minutes after the last edit of the event (`settlingMs` in plan.ts). */
  waitsForEdits?: true
  /**
   * True if imported registrants get the mail only after `importSettlingMs`, because until then the organiser may undo
   * the import.
   */
  waitsForImports?: true
  /**
   * Returns why the mail is no longer due, for the admin area. Not called if the kind of mail has its own
   * `whyNot`.
   */
  whyNot?(event: EventRow, time: TimeContext, dedupeKey: string): string
  /** Reason for skipping the mail if the event still causes it, but not for this recipient. */
  whyNotThem?: string
  /**
   * Selects recipients who have just learned the same from another mail. They are skipped, and the outbox stores
   * `reason`.
   */
  saidJustNow?: { who(event: EventRow, due: DueMail): SQL; reason: string }
}

export type DueMail = {
  /** Tells several mails of the same kind about the same event apart, such as those about two changes of its time. */
  dedupeKey: string
  /**
   * Skip people to whom another mail has named the event's time since this moment, because a reminder would only repeat
   * it.
   */
  unlessToldSince?: Date
}

/** The recipient of a notification about an event. */
export type Recipient = {
  isPreRegistered: boolean
  role: CrewRole
  /** Number of questions of the registration form for whose answers the mail asks. */
  openQuestions: number
  /** Until when a seat is reserved for the recipient; null if none is. */
  offerEndsAt: Date | null
} & Pick<Notification, 'formerStart' | 'nextEvent' | 'hasRecordingMail' | 'feedback' | 'quote'>

/**
 * What the texts of a mail need from its outbox entry: the target of its links, its sign-in code, and whether the mail
 * is a test.
 */
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
  /** All links and files of the event. */
  materials: ListedMaterial[]
  /** URLs of the personal links in this mail. */
  links: {
    join: string
    seat: string
    /** Page on which an attendee answers the feedback question. */
    answer: string
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
    /** Page on which a person confirms or ends their series registration, or cancels the event. */
    series: string
    /** Page of the event that the notification is about. */
    event: string
    site: string
  }
}

/** Labels of the unsubscribe link, by topic; that of mails about a registration for every event ends that. */
export const unsubscribeLabels: Record<Topic | 'series', string> = {
  reminders: 'No more reminders',
  news: 'No more news by mail',
  series: 'Do not register me for every event',
}

/** Returns why no more mails about an event are sent: it was cancelled, or it is over; otherwise undefined. */
export function whyEventIsOver(
  event: EventRow | null,
  { now, timeZone }: TimeContext,
): string | undefined {
  if (event?.cancelledAt) return 'The event was cancelled'
  const isOver = event && effectiveStatus(event, now, timeZone) === 'completed'
  return isOver ? 'The event is over' : undefined
}
