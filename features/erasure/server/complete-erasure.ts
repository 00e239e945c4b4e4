import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Erasure } from '#features/erasure/contract.ts'
import { mailFolder } from '#features/mails/server/mailer.ts'
import {
  type BackupStore,
  openBackupFolder,
  openBackupStore,
} from '#platform/backups/backup-store.ts'
import { encrypt, encryptedEnding, type EncryptionKeys } from '#platform/encryption/encryption.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { lacksJob } from '#platform/jobs/waiting-jobs.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { erasures } from '#schema/erasure.ts'

/**
 * Stores an erasure's digests next to the backups, so that a restore can repeat the erasure, and deletes the mails to
 * the person from the data folder. Throws if either fails; the erasure then remains unfinished, and a job retries it.
 */
export async function completeErasure(
  db: Db,
  { store, keys, dataDir, now }: ErasurePlace & { now: Date },
  erasureId: number,
): Promise<void> {
  const [erasure] = await db.select().from(erasures).where(eq(erasures.id, erasureId))
  if (!erasure) return
  if (!erasure.writtenAt) {
    const { hashes, topics, erasedAt } = erasure
    await writeBesideBackups({ store, keys }, { hashes, topics, erasedAt: erasedAt.toISOString() })
  }
  await removeMails(db, mailFolder(dataDir), erasure)
  await db.update(erasures).set({ writtenAt: now, mails: [] }).where(eq(erasures.id, erasureId))
}

/**
 * Deletes the mail files that have one of the outbox ids or were sent to the person. The ids alone do not
 * suffice: a restored backup may have reassigned an id, and the outbox entry of an old mail may no longer
 * exist. Throws after all other files are deleted if one could not be read or deleted.
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
  const failures: unknown[] = []
  const remove = (name: string) =>
    rm(join(folder, name), { force: true }).catch((error: unknown) => failures.push(error))
  const addressed = new Map<string, string>()
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    if (mails.includes(Number.parseInt(name, 10))) await remove(name)
    else {
      const to = await readRecipient(join(folder, name)).catch((error: unknown) => {
        failures.push(error)
      })
      if (to) addressed.set(name, to)
    }
  }
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from unnest(${sql.param([...new Set(addressed.values())])}::text[]) as given (email)
    where greenroom_address_hashes(email) && ${sql.param(hashes)}::text[]
      and not exists (select from people p where p.email = given.email)`)
  const erasedEmails = new Set(rows.map(({ email }) => email))
  for (const [name, to] of addressed) if (erasedEmails.has(to)) await remove(name)
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `Mails in ${folder} that could not be checked: ${failures.length}`,
    )
  }
}

/** Returns the email in the To header of a mail file; undefined if the file does not exist. */
async function readRecipient(file: string): Promise<string | undefined> {
  const mail = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const to = /^To: (.*(?:\r?\n[ \t].*)*)/im.exec(mail)?.[1] ?? ''
  return /([^\s<>"]+@[^\s<>"]+)>?\s*$/.exec(to)?.[1]?.toLowerCase()
}

async function writeBesideBackups(
  { store, keys }: Pick<ErasurePlace, 'store' | 'keys'>,
  erasure: WrittenErasure,
) {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-erasure-'))
  try {
    const file = join(folder, 'erasure.json')
    const text = Buffer.from(`${JSON.stringify(erasure)}\n`)
    const pieces = Readable.from([text])
    await writeFile(file, keys ? encrypt(keys, pieces) : pieces, { mode: 0o600 })
    await store.put(nameErasure(erasure) + (keys ? encryptedEnding : ''), file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Schema of the file that is stored with the backups for each erasure, so that a restore can repeat the erasure.
 * Contains hashes of emails, but no personal data.
 */
export const writtenErasure = z.object({
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1),
  topics: z.array(z.enum(['news', 'reminders'])),
  erasedAt: z.iso.datetime(),
})
export type WrittenErasure = z.output<typeof writtenErasure>

const fileNameStart = 'greenroom-erasure-'

/** Returns the name of an erasure's file, which is the same on each attempt to store it. */
function nameErasure({ hashes, erasedAt }: WrittenErasure): string {
  const digest = createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16)
  return `${fileNameStart}${erasedAt.replaceAll(/[:.]/g, '-')}-${digest}.json`
}

export function isErasureName(name: string): boolean {
  return name.startsWith(fileNameStart) && /\.json(\.age)?$/.test(name)
}

/** Where the files of erasures are stored, and the keys that encrypt them. */
export type ErasurePlace = { store: BackupStore; keys?: EncryptionKeys; dataDir: string }

/**
 * Returns the place of the erasures' files: next to the backups, or in the data folder if no backups are
 * configured. A restore does not replace the data folder.
 */
export function erasurePlace({
  backup,
  backupKeys: keys,
  dataDir,
}: Pick<LiveSettings, 'backup' | 'backupKeys'> & Pick<Config, 'dataDir'>): ErasurePlace {
  const store = backup ? openBackupStore(backup) : openBackupFolder(join(dataDir, 'erasures'))
  return { store, keys, dataDir }
}

/** Makes all erasures be stored next to the backups again, because the location of the backups changed. */
export async function noteErasuresAnew(tx: Transaction): Promise<void> {
  await tx.update(erasures).set({ writtenAt: null })
}

const mostSwept = 500

/**
 * Queues missing jobs for erasures and for deletions at Zoom and MailerLite. They are missing after an erasure by the
 * terminal command, or after a restore.
 */
export async function sweepErasures(db: Db, jobs: JobSender): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows: open } = await tx.execute<{ erasureId: number }>(sql`
      select id as "erasureId" from erasures where written_at is null
        and ${lacksJob('complete-erasure', sql`id`)} order by id limit ${mostSwept}`)
    await jobs.send(tx, 'complete-erasure', open)
    const { rows: untold } = await tx.execute<{ taskId: number }>(sql`
      select id as "taskId" from provider_tasks where state = 'waiting'
        and ${lacksJob('tell-provider', sql`id`)} order by id limit ${mostSwept}`)
    await jobs.send(tx, 'tell-provider', untold)
  })
}

const mostListed = 500

/** Returns all erasures by number, newest first, with the result at each provider. */
export async function listErasures(db: Db): Promise<Erasure[]> {
  const { rows } = await db.execute<Erasure>(sql`
    select e.id as number, ${instantText(sql`e.erased_at`)} as "erasedAt",
      e.written_at is not null as "isKept",
      coalesce((select jsonb_agg(jsonb_build_object('provider', t.provider, 'state', t.state,
        'outcome', t.outcome) order by t.id) from provider_tasks t where t.erasure_id = e.id), '[]') as tasks
    from erasures e order by e.id desc limit ${mostListed}`)
  return rows
}
