import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { administrators } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { decoyHash, verifyPassword } from './password.ts'

/**
 * The administrator with this name and password. Throws the same 401 in the same time for an unknown
 * name and a wrong password. Specification 8.
 */
export async function logInAdministrator(
  db: Db,
  { username, password }: { username: string; password: string },
): Promise<{ administratorId: number }> {
  const [administrator] = await db
    .select({ id: administrators.id, passwordHash: administrators.passwordHash })
    .from(administrators)
    .where(eq(administrators.username, username))
  const isRight = await verifyPassword(password, administrator?.passwordHash ?? (await decoyHash()))
  if (!administrator || !isRight) throw new Refusal(401, 'Invalid username or password')
  return { administratorId: administrator.id }
}
