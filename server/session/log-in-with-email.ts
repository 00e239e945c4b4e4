import type { Session } from '#shared/session.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import { openSession } from './open-session.ts'

/**
 * Opens a member session for an e-mail that was looked up, and returns its token. Throws 404 for an
 * unknown one. Specification, "People and access".
 */
export function logInWithEmail(
  db: Db,
  { email, isKnown }: { email: string; isKnown: boolean },
  old: Session | undefined,
  now: Date,
): Promise<string> {
  if (!isKnown) {
    throw new Refusal('unknown_email')
  }
  return openSession(db, old, { email }, now)
}
