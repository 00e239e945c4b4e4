import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { readDecrypted } from '#platform/encryption/encryption.ts'
import type { Db } from '#platform/db/open.ts'
import {
  type ErasurePlace,
  isErasureName,
  writtenErasure,
  type WrittenErasure,
} from './complete-erasure.ts'
import { erasePerson } from './erase-person.ts'

/**
 * Replaces the job queue: the terminal command queues no jobs; the running site finds the missing jobs and queues them.
 */
const noJobs = { send: () => Promise.resolve() }

/**
 * Repeats erasures in a restored database. Erases the people who were known before their erasure; people
 * who registered again after it remain. Returns the number of people erased.
 */
export async function reapplyErasures(
  db: Db,
  written: WrittenErasure[],
  now: Date,
): Promise<number> {
  for (const { hashes, topics, erasedAt } of written) {
    await db.execute(sql`insert into erasures (hashes, topics, erased_at, written_at)
      select ${sql.param(hashes)}::text[], ${sql.param(topics)}::text[], ${erasedAt}::timestamptz, now()
      where not exists (select from erasures where hashes && ${sql.param(hashes)}::text[]
        and date_trunc('milliseconds', erased_at) = ${erasedAt}::timestamptz)`)
  }
  if (written.length === 0) return 0
  const { rows } = await db.execute<{ key: string }>(sql`
    with hashed as materialized (
      select key, created_at, greenroom_address_hashes(email) as hashes from people)
    select distinct h.key from hashed h join erasures e on e.hashes && h.hashes
    where h.created_at < e.erased_at`)
  for (const { key } of rows) {
    await erasePerson(db, key, { actor: null, jobs: noJobs, now, by: 'restore' })
  }
  return rows.length
}

/** Returns the erasures that are stored next to the backups. Throws if one cannot be decrypted. */
export async function readErasureFiles({ store, keys }: ErasurePlace): Promise<WrittenErasure[]> {
  const names = (await store.list()).filter(isErasureName)
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-erasures-'))
  try {
    const written: WrittenErasure[] = []
    for (const name of names) {
      await store.fetch(name, join(folder, name))
      const read = await text(Readable.from(readDecrypted(join(folder, name), keys)))
      written.push(writtenErasure.parse(JSON.parse(read)))
    }
    return written
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
