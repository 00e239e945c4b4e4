import { eq } from 'drizzle-orm'
import {
  type AdministratorRole,
  explainNeededRole,
  hasRightsOf,
} from '#kernel/administrator-roles.ts'
import type { Actor } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administrators } from '#schema/sign-in.ts'

/**
 * Locks the row of the acting administrator, so that they keep at least this role until the transaction ends. Throws
 * 401 if they were removed and 403 if they were demoted after the session was read. Does nothing for terminal
 * commands, which have no actor.
 */
export async function lockActor(
  tx: Transaction,
  actor: Actor,
  needed: AdministratorRole = 'viewer',
): Promise<void> {
  if (!actor) return
  const [own] = await tx
    .select({ role: administrators.role })
    .from(administrators)
    .where(eq(administrators.id, actor.administratorId ?? 0))
    .for('share')
  if (!own) throw new Refusal('not_signed_in', { message: 'You are no longer an administrator' })
  if (hasRightsOf(own.role, needed)) return
  throw new Refusal('role_missing', { message: explainNeededRole(needed) })
}
