import { eq } from 'drizzle-orm'
import { lockActor } from '#features/sign-in/server/lock-actor.ts'
import type { AdministratorRole } from '#kernel/administrator-roles.ts'
import { type Actor, type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administrators } from '#schema/sign-in.ts'
import { unknownAdministrator } from './accounts.ts'

type Named = { id: number } | { username: string }
type LockedAccount = {
  id: number
  username: string
  role: AdministratorRole
  invitedAt: Date | null
}

/**
 * Locks the table of administrators, so that changes of roles and removals run one after the other. Throws 404 for an
 * unknown administrator.
 */
async function lockAccounts(tx: Transaction, who: Named, actor: Actor) {
  await tx.execute('lock table administrators in share row exclusive mode')
  await lockActor(tx, actor, 'owner')
  const { id, username, role, invitedAt } = administrators
  const rows = await tx.select({ id, username, role, invitedAt }).from(administrators)
  const found = rows.find((row) =>
    'id' in who ? row.id === who.id : row.username === who.username,
  )
  if (!found) throw unknownAdministrator('username' in who ? who.username : undefined)
  return { found, rows }
}

/** Throws 409 if the administrator is the last owner who can sign in; invited owners cannot sign in yet. */
function refuseLastOwner(found: LockedAccount, rows: LockedAccount[]) {
  const isOwner = ({ role, invitedAt }: LockedAccount) => role === 'owner' && invitedAt === null
  const others = rows.filter((row) => row.id !== found.id)
  if (!isOwner(found) || others.some(isOwner)) return
  if (others.some(({ role }) => role !== 'owner')) {
    throw new Refusal('last_administrator', {
      message: `${found.username} is the only owner who can sign in. Make another administrator an owner first.`,
    })
  }
  const only = others.length === 0 ? 'administrator' : 'administrator who can sign in'
  throw new Refusal('last_administrator', {
    message: `${found.username} is the only ${only}. Add another one first.`,
  })
}

/**
 * Changes the role of an administrator. It applies from their next request on, and to their API keys. Throws 404 for
 * an unknown administrator and 409 for the last owner who can sign in.
 */
export async function changeRole(
  db: Db,
  who: Named,
  { role, actor, now }: Deed & { role: AdministratorRole },
): Promise<{ id: number; role: AdministratorRole }> {
  return db.transaction(async (tx) => {
    const { found, rows } = await lockAccounts(tx, who, actor)
    if (found.role === role) return { id: found.id, role }
    if (role !== 'owner') refuseLastOwner(found, rows)
    await tx
      .update(administrators)
      .set({ role, updatedAt: now })
      .where(eq(administrators.id, found.id))
    const details = { from: found.role, to: role }
    await writeAuditEntry(tx, actor, {
      action: 'role_changed',
      subject: found.username,
      details,
      now,
    })
    return { id: found.id, role }
  })
}

/**
 * Removes an administrator and their sessions. Throws 404 for an unknown administrator and 409 for the last owner who
 * can sign in. If two owners remove each other at once, the second call throws 401.
 */
export async function removeAdministrator(
  db: Db,
  who: Named,
  actor: Actor,
): Promise<{ id: number; username: string }> {
  return db.transaction(async (tx) => {
    const { found, rows } = await lockAccounts(tx, who, actor)
    refuseLastOwner(found, rows)
    // Write the audit log entry before the deletion: it needs the actor's name, and actors may remove themselves.
    await writeAuditEntry(tx, actor, { action: 'administrator_removed', subject: found.username })
    await tx.delete(administrators).where(eq(administrators.id, found.id))
    return found
  })
}
