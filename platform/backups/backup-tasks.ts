import { escapeIdentifier, type Pool } from 'pg'
import { takingLonger } from '#platform/db/connection-limits.ts'
import { writeCopyFile, readCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import type { EncryptionKeys } from '#platform/encryption/encryption.ts'
import { countPeople } from '#platform/db/count-people.ts'
import { copyCluster } from '#platform/db/embedded/copy-cluster.ts'
import { openDatabase } from '#platform/db/open.ts'
import { BackupFailed } from './backup-store.ts'

/** What the process of backup-process.ts is asked: one of these, as a message. */
export type BackupTask =
  | {
      kind: 'write'
      /** Absent: the embedded one of `dataDir`. */
      databaseUrl?: string
      dataDir: string
      workFolder: string
      file: string
      madeAt: string
      keys?: EncryptionKeys
    }
  | { kind: 'prove'; workFolder: string; file: string; keys?: EncryptionKeys }

/** What a backup holds, counted in a database that was made from it. */
export type ProvenBackup = { rows: number; people: number }

/** Writes a logical copy of a database in use; of the embedded one by way of a copy of its files. */
export async function writeBackup(task: BackupTask & { kind: 'write' }): Promise<void> {
  const { databaseUrl, dataDir, workFolder } = task
  if (!databaseUrl) await copyCluster(dataDir, workFolder)
  const opened = await openDatabase({ databaseUrl, dataDir: workFolder, connections: 1 })
  try {
    const madeAt = new Date(task.madeAt)
    await takingLonger(() => {
      const withKeys = task.keys !== undefined
      return writeCopyFile(task.file, exportDatabase(opened, madeAt, { withKeys }), task.keys)
    })
  } finally {
    await opened.close()
  }
}

/**
 * Makes a new embedded database from a backup's file and counts every table in it. Throws where the backup
 * cannot be read, or the counts are not those that it notes.
 */
export async function proveBackup({
  file,
  workFolder,
  keys,
}: BackupTask & { kind: 'prove' }): Promise<ProvenBackup> {
  const opened = await openDatabase({ dataDir: workFolder })
  try {
    const noted = await readCopyFile(file, (text) => importDatabase(opened, text), keys)
    for (const [table, count] of Object.entries(noted.tables)) {
      await expectRows(opened.pool, table, count)
    }
    return { rows: noted.rows, people: await countPeople(opened.db) }
  } finally {
    await opened.close()
  }
}

async function expectRows(pool: Pool, table: string, noted: number) {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${escapeIdentifier(table)}`,
  )
  const found = rows[0]?.count
  if (found === noted) return
  throw new BackupFailed(
    `"${table}" has ${found} rows in a database made from the copy, not ${noted}.`,
  )
}
