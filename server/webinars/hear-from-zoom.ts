import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Transaction } from '#server/db/open.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { zoomWebinarMappings } from '#server/db/schema.ts'
import { heardWebhooks, webinarRecordings } from '#server/db/webinars-schema.ts'
import { tidyWebinarId } from './zoom-client.ts'

const call = z.object({
  event: z.string(),
  payload: z.object({
    object: z.object({
      id: z.union([z.string(), z.number()]).transform((id) => tidyWebinarId(String(id))),
      registrant: z
        .object({ id: z.string(), email: z.string().default(''), join_url: z.string().optional() })
        .optional(),
      participant: z
        .object({
          registrant_id: z.string().nullish(),
          email: z.string().nullish(),
          user_email: z.string().nullish(),
          join_time: z.iso.datetime({ offset: true }).optional(),
        })
        .optional(),
    }),
  }),
})
type Told = z.output<typeof call>['payload']['object']
type SeatChanges = Partial<typeof webinarSeats.$inferInsert>

/**
 * Notes what Zoom says, once: a call that was heard before, which Zoom repeats until it hears a yes, is
 * taken in silence, as is what is about nobody of ours, or of no interest.
 */
export async function hearFromZoom(
  db: Db,
  body: unknown,
  { signature, now }: { signature: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const heard = await tx
      .insert(heardWebhooks)
      .values({ signature: `zoom ${signature}`, heardAt: now })
      .onConflictDoNothing()
      .returning()
    if (heard.length === 0) return
    const told = call.safeParse(body)
    if (told.success) await note(tx, told.data.event, told.data.payload.object, now)
  })
}

async function note(tx: Transaction, event: string, told: Told, now: Date) {
  if (event === 'webinar.registration_approved') await noteApproval(tx, told, now)
  else if (event === 'webinar.registration_cancelled') await noteWithdrawal(tx, told, 'Cancelled')
  else if (event === 'webinar.registration_denied') await noteWithdrawal(tx, told, 'Denied')
  else if (event === 'webinar.participant_joined') await noteParticipant(tx, told, now)
  else if (event === 'recording.completed') await noteRecording(tx, told, now)
}

async function noteApproval(tx: Transaction, { id, registrant }: Told, now: Date) {
  if (!registrant?.join_url) return
  const changes = { state: 'seated', joinUrl: registrant.join_url, isInDoubt: false } as const
  const person = { registrantId: registrant.id, email: registrant.email }
  const registrationId = await change(tx, id, person, {
    ...changes,
    seatedAt: now,
    lastError: null,
  })
  if (registrationId === undefined) return
  await tx.execute(sql`update event_registrations set zoom_registration_id = ${registrant.id}
    where id = ${registrationId}`)
}

async function noteWithdrawal(tx: Transaction, { id, registrant }: Told, how: string) {
  if (!registrant) return
  await change(
    tx,
    id,
    { registrantId: registrant.id, email: registrant.email },
    { state: 'withdrawn', joinUrl: null, isInDoubt: false, lastError: `${how} in Zoom` },
  )
}

/** Whoever came in counts as joined, whichever link they took. */
async function noteParticipant(tx: Transaction, { id, participant }: Told, now: Date) {
  if (!participant) return
  const at = (participant.join_time ? new Date(participant.join_time) : now).toISOString()
  const registrantId = participant.registrant_id ?? ''
  const email = participant.email ?? participant.user_email ?? ''
  const registrationId = await change(tx, id, { registrantId, email }, {})
  if (registrationId === undefined) return
  await tx.execute(sql`update webinar_seats set
      attended_at = least(attended_at, ${at}::timestamptz),
      first_joined_at = coalesce(first_joined_at, ${at}::timestamptz),
      join_count = greatest(join_count, 1)
    where registration_id = ${registrationId}`)
}

async function noteRecording(tx: Transaction, { id }: Told, now: Date) {
  const [mapped] = await tx
    .select({ eventId: zoomWebinarMappings.eventId })
    .from(zoomWebinarMappings)
    .where(sql`regexp_replace(${zoomWebinarMappings.webinarId}, '[\\s-]', '', 'g') = ${id}`)
  if (!mapped) return
  await tx
    .insert(webinarRecordings)
    .values({ ...mapped, recordedAt: now })
    .onConflictDoNothing()
}

/** Changes the seat of a registrant of this webinar, known by Zoom's id, else by e-mail. */
async function change(
  tx: Transaction,
  webinarId: string,
  { registrantId, email }: { registrantId: string; email: string },
  changes: SeatChanges,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select s.registration_id as id from webinar_seats s
    join event_registrations r on r.id = s.registration_id
    join users u on u.id = r.user_id
    where regexp_replace(s.webinar_id, '[\\s-]', '', 'g') = ${webinarId}
      and (r.zoom_registration_id = ${registrantId} or u.email = ${email.trim().toLowerCase()})
    order by (r.zoom_registration_id = ${registrantId}) desc nulls last
    limit 1`)
  const id = rows[0]?.id
  if (id !== undefined && Object.keys(changes).length > 0) {
    await tx.update(webinarSeats).set(changes).where(eq(webinarSeats.registrationId, id))
  }
  return id
}
