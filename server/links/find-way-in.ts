import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { makeLinkToken } from '#server/link-tokens/link-token.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'
import { findCallerRegistration, type Caller } from './find-caller-seat.ts'
import { joinWindowState } from './take-join-link.ts'

/**
 * The join link of the registrant who looks at an event's page, while its doors are open. Counts nothing
 * and leads nowhere by itself. Specification, "Live now".
 */
export async function findJoinPath(
  db: Db,
  eventId: number,
  { token, session, ...time }: Caller & TimeContext,
): Promise<{ isRegistered: boolean; path: string | null }> {
  const registration = await findCallerRegistration(db, eventId, { token, session })
  if (!registration) return { isRegistered: false, path: null }
  const { event, heard, ...target } = registration
  if (joinWindowState(event, heard, time) !== 'open') return { isRegistered: true, path: null }
  const joinToken = makeLinkToken(await readLinkKey(db), 'join', target)
  return { isRegistered: true, path: `/join/${joinToken}` }
}
