import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import type { Actor } from './record-act.ts'

/**
 * Whoever does something to administrators stays one until it is done: throws 401 where somebody removed
 * them since their session was read. The terminal is nobody.
 */
export async function keepActor(tx: Transaction, actor: Actor): Promise<void> {
  if (!actor) return
  const held = await tx
    .select({ id: administrators.id })
    .from(administrators)
    .where(eq(administrators.id, actor.administratorId ?? 0))
    .for('share')
  if (held.length === 0) {
    throw new Refusal('not_signed_in', { message: 'You are no administrator any more' })
  }
}
