import type { Db } from '#server/db/open.ts'
import { eraseAtOnce } from '#server/people/erase-at-once.ts'
import { findOwnKey } from './find-own-key.ts'

type Context = Omit<Parameters<typeof eraseAtOnce>[2], 'actor' | 'by'>

/** Erases the person with this address, as they ask themselves. Throws 404 where nobody has it any more. */
export async function eraseAccount(
  db: Db,
  email: string,
  context: Context,
): Promise<{ number: number }> {
  const key = await findOwnKey(db, email)
  return eraseAtOnce(db, key, { ...context, actor: null, by: 'person' })
}
