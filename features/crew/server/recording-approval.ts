import { and, asc, eq } from 'drizzle-orm'
import type { answerRecording, GuestRecording, RecordingApproval } from '#features/crew/contract.ts'
import { awaitsApproval, hasReadyRecording, isApproved } from '#features/events/rules.ts'
import { type EventRow, lockEvent, unknownEvent } from '#features/events/server/event-rows.ts'
import { updateEvent } from '#features/events/server/write-events.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { readWholeTranscript } from '#features/transcripts/server/get-transcript.ts'
import { isInLibrary } from '#features/transcripts/server/recordings.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { type Actor, causeOf, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'
import { forgetRefusals, storeAnswer } from './crew.ts'
import { findCrewMember } from './crew-page.ts'

/**
 * The guests' approval of an event's recording. An answer counts for the link of the recording that the guest saw; the
 * recording is released once every guest of the event has approved it.
 */

type Member = typeof eventCrew.$inferSelect

const guestsOf = (db: Db | Transaction, eventId: number) =>
  db
    .select()
    .from(eventCrew)
    .where(and(eq(eventCrew.eventId, eventId), eq(eventCrew.role, 'guest')))
    .orderBy(asc(eventCrew.id))

/** Returns a guest's answer about the event's present recording; null without one. */
function answerOf({ recordingUrl, ...member }: Member, { videoUrl }: EventRow) {
  return recordingUrl === videoUrl ? member.recordingAnswer : null
}

async function present(db: Db | Transaction, event: EventRow): Promise<RecordingApproval> {
  const guests = await guestsOf(db, event.id)
  return {
    isNeeded: event.needsApproval,
    state: !event.needsApproval
      ? 'not_needed'
      : event.approvedAt
        ? 'approved'
        : awaitsApproval(event)
          ? 'waiting'
          : 'no_recording',
    guests: guests.map((guest) => {
      const answer = answerOf(guest, event)
      return {
        name: guest.name,
        answer,
        answeredAt: (answer && guest.recordingAnsweredAt?.toISOString()) ?? null,
        cuts: answer === 'cut' ? (guest.recordingCuts ?? []) : [],
      }
    }),
  }
}

/** Throws 404 for an unknown event. */
export async function readRecordingApproval(db: Db, eventId: number): Promise<RecordingApproval> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  return present(db, event)
}

type Context = TimeContext & { actor: Actor; jobs: JobSender }

/**
 * Sets whether an event's recording needs the guests' approval. A recording that is released stays released. If this
 * publishes a recording, mails the guests who did not approve it. Throws 404 for an unknown event.
 */
export async function changeRecordingApproval(
  db: Db,
  eventId: number,
  isNeeded: boolean,
  { actor, jobs, ...time }: Context,
): Promise<RecordingApproval> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (event.needsApproval === isNeeded) return present(tx, event)
    const approvedAt = isNeeded && hasReadyRecording(event) ? time.now : event.approvedAt
    const changes = { needsApproval: isNeeded, approvedAt }
    const changed = await updateEvent(tx, event, changes, { ...time, cause: causeOf(actor) })
    if (awaitsApproval(event)) await mailGuests(tx, event, { jobs, now: time.now })
    await note(tx, actor, { action: 'recording_approval_changed', event, now: time.now })
    return present(tx, changed)
  })
}

/** Mails the guests who did not approve the recording that it is published. */
async function mailGuests(
  tx: Transaction,
  event: EventRow,
  { jobs, now }: { jobs: JobSender; now: Date },
) {
  const entry = {
    kind: 'recording_released',
    eventId: event.id,
    dedupeKey: now.toISOString(),
  } as const
  const guests = await guestsOf(tx, event.id)
  for (const guest of guests.filter((one) => answerOf(one, event) !== 'publish')) {
    await addOutboxEntries(tx, jobs, [{ ...entry, email: guest.email }])
  }
}

/**
 * Releases a recording without the guests' approval, and mails those who did not give it. Throws 404 for an
 * unknown event, and 409 if no recording waits for an approval.
 */
export async function releaseWithoutApproval(
  db: Db,
  eventId: number,
  { actor, jobs, ...time }: Context,
): Promise<RecordingApproval> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (!awaitsApproval(event)) throw new Refusal('nothing_to_approve')
    const changes = { approvedAt: time.now }
    const changed = await updateEvent(tx, event, changes, { ...time, cause: causeOf(actor) })
    await mailGuests(tx, event, { jobs, now: time.now })
    await note(tx, actor, { action: 'recording_released_unapproved', event, now: time.now })
    return present(tx, changed)
  })
}

type Note = {
  action: 'recording_approval_changed' | 'recording_released_unapproved'
  event: EventRow
  now: Date
}

function note(tx: Transaction, actor: Actor, { action, event, now }: Note) {
  return writeAuditEntry(tx, actor, {
    action,
    subject: event.title,
    details: { eventId: event.id },
    now,
  })
}

/** Returns whether a guest may see the recording on their own page: they are asked about it, or were. */
function isShownToGuest({ role }: Member, event: EventRow, time: TimeContext) {
  const isMeant = awaitsApproval(event) || (event.needsApproval && hasReadyRecording(event))
  return role === 'guest' && isMeant && isInLibrary(event, time)
}

/** Returns the recording and its transcript for the guest with this link; null if there is none to approve. */
export async function readGuestRecording(
  db: Db,
  token: string,
  time: TimeContext,
): Promise<{ recording: GuestRecording | null }> {
  const { member, event } = await findCrewMember(db, token, time.now)
  if (!isShownToGuest(member, event, time)) return { recording: null }
  const answer = answerOf(member, event)
  const { cues } = await readWholeTranscript(db, event.id)
  return {
    recording: {
      videoUrl: event.videoUrl!,
      isPublished: isApproved(event),
      answer,
      cuts: answer === null ? [] : (member.recordingCuts ?? []),
      cues,
    },
  }
}

type Answer = Omit<BodyOf<typeof answerRecording>, 'token'>

/**
 * Stores a guest's answer. The recording is published once all guests have approved it, and hidden as soon as one of
 * them withdraws the approval. Throws 404 for an invalid token, and 409 if the guest has no recording to approve, or
 * the recording was replaced meanwhile.
 */
export async function answerAboutRecording(
  db: Db,
  token: string,
  { answer, cuts, videoUrl }: Answer,
  time: TimeContext,
): Promise<{ recording: GuestRecording | null }> {
  const found = await findCrewMember(db, token, time.now)
  await db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, found.event.id)
    const { member } = found
    if (!isShownToGuest(member, event, time) || event.videoUrl !== videoUrl) {
      throw new Refusal('nothing_to_approve')
    }
    const before = (await guestsOf(tx, event.id)).find(({ id }) => id === member.id)
    // The guest was removed, or is no guest any more, since the link was looked up.
    if (!before) throw new Refusal('nothing_to_approve')
    // A guest who never approved cannot take back what an administrator released without them.
    const isWithdrawal = answer !== 'publish' && answerOf(before, event) === 'publish'
    const isStored = await storeAnswer(tx, member.id, { answer, cuts, videoUrl }, time.now)
    if (!isStored) throw new Refusal('nothing_to_approve')
    const guests = await guestsOf(tx, event.id)
    const areAgreed = guests.every((guest) => answerOf(guest, event) === 'publish')
    const approvedAt = areAgreed
      ? (event.approvedAt ?? time.now)
      : isWithdrawal
        ? null
        : event.approvedAt
    if (areAgreed) await forgetRefusals(tx, event.id, videoUrl)
    if (approvedAt?.getTime() === event.approvedAt?.getTime()) return
    await updateEvent(tx, event, { approvedAt }, { ...time, cause: 'person' })
  })
  return readGuestRecording(db, token, time)
}
