import { adminLoginForm } from '#shared/contract/session.ts'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/schema.ts'
import { invalidInput, Refusal } from '#server/refusal.ts'
import { hashPassword } from './password.ts'
import { recordAct } from './record-act.ts'

const shortest = 8

/** Throws 400 where the login form would not take the name or the password, or it is too short. */
export function refuseUnusable(login: { username: string; password: string }) {
  const checked = adminLoginForm.shape.username.safeParse(login.username)
  const message =
    checked.error?.issues[0]?.message ??
    adminLoginForm.shape.password.safeParse(login.password).error?.issues[0]?.message ??
    (login.password.length < shortest && `The password must have at least ${shortest} characters`)
  if (message) throw invalidInput([{ field: checked.success ? 'password' : 'username', message }])
}

/** Adds an administrator. Throws 409 where the name is taken. decisions.md, "People and access". */
export async function addAdministrator(
  db: Db,
  login: { username: string; password: string },
): Promise<void> {
  const username = login.username.trim()
  refuseUnusable(login)
  const passwordHash = await hashPassword(login.password)
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(administrators)
      .values({ username, passwordHash })
      .onConflictDoNothing()
      .returning({ id: administrators.id })
    if (added.length === 0) throw new Refusal(409, `There is an administrator ${username} already.`)
    await recordAct(tx, null, { action: 'administrator_added', subject: username })
  })
}
