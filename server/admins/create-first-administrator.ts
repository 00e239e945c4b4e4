import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { hashPassword } from './password.ts'

/**
 * Gives an empty database its first administrator; later starts change nobody. Answers the password
 * where it was made here, to be shown once. Two nodes at once make one. Specification, "People and access".
 */
export async function createFirstAdministrator(
  db: Db,
  { username, password }: { username: string; password?: string },
): Promise<{ username: string; generatedPassword?: string } | undefined> {
  if ((await db.$count(administrators)) > 0) return undefined
  const generatedPassword = password ? undefined : randomBytes(15).toString('base64url')
  const passwordHash = await hashPassword(password ?? generatedPassword!)
  const isFirst = await db.transaction(async (tx) => {
    await tx.execute('lock table administrators in share row exclusive mode')
    if ((await tx.$count(administrators)) > 0) return false
    await tx.insert(administrators).values({ username, passwordHash })
    return true
  })
  return isFirst ? { username, generatedPassword } : undefined
}
