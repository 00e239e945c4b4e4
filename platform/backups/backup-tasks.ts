import { escapeIdentifier, type Pool } from 'pg'
import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import { writeCopyFile, readCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { presentName } from '#platform/db/copy/exported-names.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import type { EncryptionKeys } from '#platform/encryption/encryption.ts'
import { countPeople } from '#platform/db/count-people.ts'
import { copyCluster } from '#platform/db/embedded/copy-cluster.ts'
import { openDatabase } from '#platform/db/open.ts'
import { BackupFailed } from './backup-store.ts'

/**
 * A task for the child process that handles backups (backup-process.ts): write a backup, or (`prove`) restore a backup
 * to verify it.
 */
export type BackupTask =
  | {
      kind: 'write'
      /** The PostgreSQL database to back up. If absent, the task backs up the embedded database in `dataDir`. */
      databaseUrl?: string
      dataDir: string
      workFolder: string
      file: string
      madeAt: string
      keys?: EncryptionKeys
    }
  | { kind: 'prove'; workFolder: string; file: string; keys?: EncryptionKeys }

/** Row counts of a backup, measured in a database restored from it. */
export type ProvenBackup = { rows: number; people: number }

/**
 * Writes a logical copy of a running database to `task.file`. Copies the files of an embedded database first and
 * exports that copy.
 */
export async function writeBackup(task: BackupTask & { kind: 'write' }): Promise<void> {
  const { databaseUrl, dataDir, workFolder } = task
  if (!databaseUrl) await copyCluster(dataDir, workFolder)
  const opened = await openDatabase({ databaseUrl, dataDir: workFolder, connections: 1 })
  try {
    const madeAt = new Date(task.madeAt)
    await withLongTimeouts(() => {
      const withKeys = task.keys !== undefined
      return writeCopyFile(task.file, exportDatabase(opened, madeAt, { withKeys }), task.keys)
    })
  } finally {
    await opened.close()
  }
}

/**
 * Restores a backup file into a new embedded database and counts the rows of every table. Throws if the file is
 * unreadable or the counts differ from those in the file's footer.
 */
export async function proveBackup({
  file,
  workFolder,
  keys,
}: BackupTask & { kind: 'prove' }): Promise<ProvenBackup> {
  const opened = await openDatabase({ dataDir: workFolder })
  try {
    const expected = await readCopyFile(file, (text) => importDatabase(opened, text), keys)
    for (const [table, count] of Object.entries(expected.tables)) {
      await expectRows(opened.pool, presentName(table), count)
    }
    return { rows: expected.rows, people: await countPeople(opened.db) }
  } finally {
    await opened.close()
  }
}

async function expectRows(pool: Pool, table: string, expected: number) {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${escapeIdentifier(table)}`,
  )
  const found = rows[0]?.count
  if (found === expected) return
  throw new BackupFailed(
    `"${table}" has ${found} rows in a database restored from the backup instead of ${expected}.`,
  )
}
