import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { completeErasure } from './complete-erasure.ts'
import { erasePerson } from './erase-person.ts'
import { openErasureStore } from './erasure-file.ts'

type Context = Parameters<typeof erasePerson>[2] & {
  config: Config
  /** Told where the rest of it is left to its job. */
  onDelay: (error: unknown) => void
}

/**
 * Erases a person and does at once what goes with it outside of the database. That is done again by a
 * job: whatever keeps it from being done must not fail the erasure.
 */
export async function eraseAtOnce(
  db: Db,
  key: string,
  { config, onDelay, ...context }: Context,
): Promise<{ number: number }> {
  const { number } = await erasePerson(db, key, context)
  const where = { store: openErasureStore(config), dataDir: config.dataDir, now: context.now }
  await completeErasure(db, where, number).catch(onDelay)
  return { number }
}
