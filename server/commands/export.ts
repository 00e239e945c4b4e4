import { writeAuditEntry } from '#server/audit/record-act.ts'
import { loadConfig, processEnvironment } from '#server/config.ts'
import { writeCopyFile } from '#server/db/copy/copy-file.ts'
import { exportDatabase } from '#server/db/copy/export-database.ts'
import { hasCluster } from '#server/db/embedded/cluster-folder.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { UnusableDatabase } from '#server/unusable-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run export -- [file]`: a logical copy of the database, for a backup or a move. */
await runCommand(async ([given]) => {
  const config = loadConfig(processEnvironment())
  const now = new Date()
  const file = given ?? `greenroom-${now.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  if (!config.databaseUrl && !hasCluster(config.dataDir)) {
    throw new UnusableDatabase(`There is no database in ${config.dataDir} (DATA_DIR).`)
  }
  await withDatabase(config, async (opened) => {
    await writeCopyFile(file, exportDatabase(opened, now))
    await writeAuditEntry(opened.db, null, { action: 'export', subject: 'The whole database', now })
  })
  return `Exported to ${file}. It holds personal data: keep it as safe as the database.`
})
