import { and, eq } from 'drizzle-orm'
import type { EventForm } from '#features/events/contract.ts'
import { statusChanges, type EventMove } from '#kernel/values.ts'
import { changesOf, nextMove } from '#features/events/rules.ts'
import { unknownEvent, type EventRow } from '#features/events/server/event-rows.ts'
import type {
  previewCreation as creationContract,
  previewCreationMail as creationMailContract,
  previewMail as mailContract,
  previewStatusChanges as contract,
} from '#features/event-mails/contract.ts'
import type { CausedMail } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { BodyOf, ReplyOf } from '#kernel/endpoint.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { countUntold } from './cancellation-mails.ts'
import { dateConfirmedMail } from './date-confirmed-mail.ts'
import { countRecipients, nobodyRegistered } from './event-audience.ts'
import { previewMail } from './preview-mail.ts'
import { describeStatusChange, type Situation, describeUpcoming } from './status-changes.ts'
import { type TriedSaving, tryCreating, trySaving } from './try-saving.ts'

function isPossible(move: EventMove, { event, confirmed, preRegistered, time }: Situation) {
  const isCancelled = event.cancelledAt !== null
  const isSeen = isPublished(event, time.now)
  if (move === 'publish') return !isSeen && !isCancelled
  if (move === 'unpublish') return isSeen && !isCancelled && confirmed + preRegistered === 0
  if (move === 'restore') return isCancelled
  if (move === 'delete') return isCancelled || confirmed + preRegistered === 0
  return !isCancelled && move !== event.status
}

type PreviewContext = TimeContext & { kinds: MailKinds; isSending: boolean }

/**
 * Returns the consequences of each possible status change of an event, including cancelling and deleting, and
 * of saving `changes`: sentences, and mails with their numbers of recipients. Changes nothing.
 */
export async function previewStatusChanges(
  db: Db,
  eventId: number,
  { changes }: BodyOf<typeof contract>,
  { kinds, isSending, ...time }: PreviewContext,
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const recipients = await countRecipients(db, eventId)
  const mapped = await db.$count(
    zoomWebinarMappings,
    and(eq(zoomWebinarMappings.eventId, eventId), eq(zoomWebinarMappings.isActive, true)),
  )
  const untold = await countUntold(db, kinds, event, time)
  const isMapped = mapped > 0
  const situation: Situation = {
    event,
    ...recipients,
    untold,
    isMapped,
    isSending,
    mails: [],
    time,
  }
  const previews = []
  for (const move of statusChanges) {
    if (!isPossible(move, situation)) continue
    const mails =
      move === 'delete'
        ? []
        : (await trySaving(db, eventId, changesOf(move), { ...time, kinds })).mails
    previews.push({
      move,
      isNext: event.cancelledAt === null && move === nextMove(event, time.now, time.timeZone),
      consequences: describeStatusChange(move, { ...situation, mails }),
      mails: listCaused(mails),
    })
  }
  const { confirmed, preRegistered } = recipients
  const tried = changes && (await trySaving(db, eventId, changes, { ...time, kinds }))
  const saving = tried ? describeSaving(situation, tried) : []
  const mails = tried ? listCaused(tried.mails) : []
  return { eventId, confirmed, preRegistered, moves: previews, saving, mails, isSending }
}

function listCaused(mails: CausedMail[]) {
  return mails.filter(({ isCaused }) => isCaused).map(({ kind, count }) => ({ kind, count }))
}

/**
 * Returns the mails that creating an event would cause. Throws 400 with the names of invalid fields, as
 * creating would.
 */
export async function previewCreation(
  db: Db,
  form: EventForm,
  { isSending, ...context }: PreviewContext,
): Promise<ReplyOf<typeof creationContract>> {
  const { mails } = await tryCreating(db, form, context)
  return { mails: listCaused(mails), isSending }
}

type MailContext = TimeContext & { kinds: MailKinds; site: Site; origin: string }

/** Renders a mail about an event as if the event were created. Throws the errors that creating it would throw. */
export async function previewCreationMail(
  db: Db,
  { kind, event: form }: BodyOf<typeof creationMailContract>,
  { site, origin, ...context }: MailContext,
): Promise<ReplyOf<typeof mailContract>> {
  const { event } = await tryCreating(db, form, context)
  return showMail(kind, event, { kinds: context.kinds, site, origin })
}

/**
 * Renders a mail about an event as if `changes` were saved. Throws 404 for an unknown event, and the errors
 * that saving would throw.
 */
export async function previewEventMail(
  db: Db,
  eventId: number,
  { kind, changes = {} }: BodyOf<typeof mailContract>,
  { site, origin, ...context }: MailContext,
): Promise<ReplyOf<typeof mailContract>> {
  const [before] = await db.select().from(events).where(eq(events.id, eventId))
  const { event } = await trySaving(db, eventId, changes, context)
  return showMail(kind, event, { kinds: context.kinds, site, origin }, before)
}

function showMail(
  kind: MailKind,
  event: EventRow,
  context: { kinds: MailKinds; site: Site; origin: string },
  before?: EventRow,
): ReplyOf<typeof mailContract> {
  const formerStart = before && eventStart(before)
  const isMoved = formerStart && formerStart.getTime() !== eventStart(event)?.getTime()
  const isPreRegistered = kind === 'date_confirmed' || kind === 'pre_registration_noted'
  const createdAt = event.createdAt
  const { mail, html, text } = previewMail(kind, context, {
    event,
    registration: {
      id: 1,
      registrationType: isPreRegistered ? 'pre_registration' : 'confirmed',
      createdAt,
    },
    crew: { id: 1, name: 'Robin', role: 'guest', createdAt },
    formerStart: isMoved ? formerStart : undefined,
  })
  return { subject: mail.subject, html, text }
}

/**
 * Returns sentences for the preview of a save: if it sets the date of an event without a date, who will be notified.
 * Otherwise returns an empty list.
 */
function describeSaving(situation: Situation, { event: changed, mails }: TriedSaving): string[] {
  const { event, time } = situation
  const isTold = (row: EventRow) => dateConfirmedMail.due.when(row, time) !== undefined
  if (isTold(event) || !isTold(changed)) return []
  const nobody = mails.length === 0 && situation.reminded === 0 ? [nobodyRegistered(situation)] : []
  return [...nobody, ...describeUpcoming(changed, { ...situation, mails })]
}
