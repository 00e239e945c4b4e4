import { and, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { webinarSeats } from '#server/db/tables/webinars.ts'
import type { Registrant } from './registrant.ts'

type WebinarSeatRow = typeof webinarSeats.$inferSelect
type Changes = Partial<typeof webinarSeats.$inferInsert>

/** One try; `attempts` tells it from a later one, which it must not overwrite. */
export type WebinarSeatTry = Pick<WebinarSeatRow, 'registrationId' | 'attempts' | 'exhaustedOn'> & {
  webinarId: string
  /** The webinar may have this registrant already, in whatever state. */
  mayBeKnown: boolean
}

/** Begins a try; undefined where the webinar seat in this webinar is settled already. */
export async function beginWebinarSeat(
  db: Db,
  registrationId: number,
  webinarId: string,
  now: Date,
): Promise<WebinarSeatTry | undefined> {
  return db.transaction(async (tx) => {
    await tx.insert(webinarSeats).values({ registrationId, webinarId }).onConflictDoNothing()
    const [before] = await tx
      .select()
      .from(webinarSeats)
      .where(eq(webinarSeats.registrationId, registrationId))
      .for('update')
    if (!before) return undefined
    const isSame = before.webinarId === webinarId
    if (isSame && before.state !== 'waiting') return undefined
    const [webinarSeat] = await tx
      .update(webinarSeats)
      .set({
        triedAt: now,
        attempts: isSame ? sql`${webinarSeats.attempts} + 1` : 1,
        ...(!isSame && { ...newWebinarSeat, webinarId }),
      })
      .where(eq(webinarSeats.registrationId, registrationId))
      .returning()
    if (!webinarSeat) return undefined
    const mayBeKnown = webinarSeat.isInDoubt || (await wasGivenUp(tx, registrationId, webinarId))
    return { ...webinarSeat, webinarId, mayBeKnown }
  })
}

/** Whether the webinar had this address before: it takes nobody anew whom it cancelled. */
async function wasGivenUp(tx: Transaction, registrationId: number, webinarId: string) {
  const { rows } = await tx.execute(sql`
    select from event_registrations r join users u on u.id = r.user_id
    join provider_tasks t on t.address_hash = greenroom_address_hash(u.email)
    where r.id = ${registrationId} and t.provider = 'zoom' and t.webinar_id = ${webinarId} limit 1`)
  return rows.length > 0
}

/** What a webinar seat is before the webinar was asked. */
export const newWebinarSeat = {
  state: 'waiting',
  joinUrl: null,
  lastError: null,
  seatedAt: null,
  isInDoubt: false,
  exhaustedOn: null,
} as const satisfies Changes

/** Notes what became of this try, unless another began since. */
export async function noteWebinarSeat(
  db: Db,
  webinarSeat: WebinarSeatTry,
  changes: Changes,
): Promise<void> {
  await db.update(webinarSeats).set(changes).where(isOwn(webinarSeat))
}

function isOwn({ registrationId, webinarId, attempts }: WebinarSeatTry) {
  return and(
    eq(webinarSeats.registrationId, registrationId),
    eq(webinarSeats.webinarId, webinarId),
    eq(webinarSeats.attempts, attempts),
  )
}

/** Notes the webinar seat with both of the provider's words: registrant id and way in. */
export async function noteRegistrant(
  db: Db,
  webinarSeat: WebinarSeatTry,
  { id, joinUrl, status }: Registrant,
  now: Date,
): Promise<void> {
  const isSeated = status === 'approved' && joinUrl !== undefined
  await db.transaction(async (tx) => {
    const [noted] = await tx
      .update(webinarSeats)
      .set({
        state: isSeated ? 'seated' : 'pending',
        joinUrl: isSeated ? joinUrl : null,
        seatedAt: isSeated ? now : null,
        lastError: isSeated ? null : 'Waits in Zoom for the approval of the host',
        isInDoubt: false,
      })
      .where(isOwn(webinarSeat))
      .returning({ id: webinarSeats.registrationId })
    if (!noted) return
    await tx
      .update(eventRegistrations)
      .set({ zoomRegistrationId: id })
      .where(eq(eventRegistrations.id, webinarSeat.registrationId))
  })
}
