import { eq } from 'drizzle-orm'
import type { changeOwnPassword as contract } from '#shared/contract/administrators.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { refusals } from '#shared/contract/refusals.ts'
import type { Session } from '#shared/session.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { isRefusal, Refusal } from '#server/refusal.ts'
import { changePassword } from './change-password.ts'
import { openAdministratorSession } from './open-administrator-session.ts'
import { verifyPassword } from './password.ts'

type Own = { id: number; username: string; passwordHash: string }

/** The row of whoever is signed in. Throws 401 where they were removed since their session was read. */
export async function readOwnAdministrator(db: Db, session: Session | undefined): Promise<Own> {
  const { id, username, passwordHash } = administrators
  const [own] = await db
    .select({ id, username, passwordHash })
    .from(administrators)
    .where(eq(id, session?.administratorId ?? 0))
  if (!own) throw new Refusal('not_signed_in', { message: 'You are no administrator any more' })
  return own
}

function wrongPresentPassword() {
  const { message } = refusals.wrong_present_password
  return new Refusal('wrong_present_password', { errors: [{ field: 'presentPassword', message }] })
}

/**
 * Changes an administrator's own password, and returns the token of the session that goes on: every other
 * one of theirs is over, and so is a copy of this one's cookie. Throws 400 for a wrong present password,
 * which stands in the audit log. Specification, "People and access".
 */
export async function changeOwnPassword(
  db: Db,
  own: Own,
  { presentPassword, newPassword }: BodyOf<typeof contract>,
  { actor, session, now }: { actor: Actor; session: Session | undefined; now: Date },
): Promise<string> {
  if (!(await verifyPassword(presentPassword, own.passwordHash))) {
    await writeAuditEntry(db, actor, {
      action: 'sign_in_failed',
      typedName: own.username,
      details: { for: 'a change of the password' },
      now,
    })
    throw wrongPresentPassword()
  }
  const { id, username, passwordHash: verifiedHash } = own
  const login = { username, password: newPassword }
  try {
    const passwordHash = await changePassword(db, login, {
      actor,
      verifiedHash,
      keptSession: session?.id,
    })
    return await openAdministratorSession(db, session, { id, passwordHash }, now)
  } catch (error) {
    // Somebody else changed it, or removed them, in between.
    const isOver = isRefusal(error) && /^(no_such_administrator|wrong_password)$/.test(error.code)
    throw isOver ? wrongPresentPassword() : error
  }
}
