import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { BackupStore } from '#server/backups/copy-store.ts'
import type { Db } from '#server/db/open.ts'
import { erasures } from '#server/db/tables/leaving.ts'
import { mailFolder } from '#server/messages/mail-folder.ts'
import { nameErasure, type WrittenErasure } from './erasure-file.ts'

/**
 * What an erasure leaves to do outside the database: the mails of theirs that were written to the data
 * folder go, and its digests are written beside the backups, for a restored copy to apply. May be
 * repeated.
 */
export async function completeErasure(
  db: Db,
  { store, dataDir, now }: { store: BackupStore; dataDir: string; now: Date },
  erasureId: number,
): Promise<void> {
  const [erasure] = await db.select().from(erasures).where(eq(erasures.id, erasureId))
  if (!erasure) return
  await removeMails(db, mailFolder(dataDir), erasure)
  if (!erasure.writtenAt) {
    const { hashes, topics, erasedAt } = erasure
    await write(store, { hashes, topics, erasedAt: erasedAt.toISOString() })
  }
  await db.update(erasures).set({ writtenAt: now, mails: [] }).where(eq(erasures.id, erasureId))
}

/**
 * By the numbers of their outbox entries, and by the address that each mail names: a number may have been
 * given out again by a restored copy, and the outbox entry of an old mail be gone.
 */
async function removeMails(
  db: Db,
  folder: string,
  { mails, hashes }: Pick<typeof erasures.$inferSelect, 'mails' | 'hashes'>,
) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const addressed = new Map<string, string>()
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    if (mails.includes(Number.parseInt(name, 10))) await rm(join(folder, name), { force: true })
    else {
      const to = readRecipient(await readFile(join(folder, name), 'utf8').catch(() => ''))
      if (to) addressed.set(name, to)
    }
  }
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from unnest(${sql.param([...new Set(addressed.values())])}::text[]) as given (email)
    where greenroom_address_hash(email) = any(${sql.param(hashes)}::text[])
      and not exists (select from people p where p.email = given.email)`)
  const theirs = new Set(rows.map(({ email }) => email))
  for (const [name, to] of addressed) {
    if (theirs.has(to)) await rm(join(folder, name), { force: true })
  }
}

function readRecipient(mail: string): string | undefined {
  return /^To: .*?([^\s<>"]+@[^\s<>"]+)/im.exec(mail)?.[1]?.toLowerCase()
}

async function write(store: BackupStore, erasure: WrittenErasure) {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-erasure-'))
  try {
    const file = join(folder, 'erasure.json')
    await writeFile(file, `${JSON.stringify(erasure)}\n`, { mode: 0o600 })
    await store.put(nameErasure(erasure), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
