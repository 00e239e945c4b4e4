import { newAdministratorForm } from '#shared/contract/administrators.ts'
import { keepActor } from '#server/audit/keep-actor.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { invalidInput, Refusal } from '#server/refusal.ts'
import { hashPassword } from './password.ts'

/** Throws 400 where the login form would not take the name or the password, or it is too short. */
export function refuseUnusable(login: { username: string; password: string }) {
  const issues = newAdministratorForm.safeParse(login).error?.issues ?? []
  if (issues.length === 0) return
  throw invalidInput(issues.map(({ path, message }) => ({ field: path.join('.'), message })))
}

/**
 * Adds an administrator. Throws 409 where the name is taken, and 401 where whoever asks is one no more.
 * Specification, "People and access".
 */
export async function addAdministrator(
  db: Db,
  login: { username: string; password: string },
  actor: Actor,
): Promise<{ id: number }> {
  const username = login.username.trim()
  refuseUnusable(login)
  const passwordHash = await hashPassword(login.password)
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(administrators)
      .values({ username, passwordHash })
      .onConflictDoNothing()
      .returning({ id: administrators.id })
    if (!added) {
      throw new Refusal('administrator_exists', {
        message: `There is an administrator ${username} already.`,
      })
    }
    // After the table is held for writing: whoever removes holds it first, then rows.
    await keepActor(tx, actor)
    await writeAuditEntry(tx, actor, { action: 'administrator_added', subject: username })
    return added
  })
}
