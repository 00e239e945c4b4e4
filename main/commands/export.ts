import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

/** `npm run export -- [file]`: a logical copy of the database, for a backup or a move. */
await runCommand(async ([given]) => {
  const now = new Date()
  const file = given ?? `greenroom-${now.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  const config = findDatabase()
  await withDatabase(config, async (opened) => {
    await writeCopyFile(file, exportDatabase(opened, now))
    await writeAuditEntry(opened.db, null, { action: 'export', subject: 'The whole database', now })
  })
  return `Exported to ${file}. It holds personal data: keep it as safe as the database.`
})
