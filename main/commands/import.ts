import { existsSync } from 'node:fs'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import { withDatabase, runCommand } from './command.ts'

/** `npm run import -- file`: loads what `npm run export` wrote, into an empty database. */
await runCommand(async ([file]) => {
  if (!file) throw new UnusableDatabase('Say which file: npm run import -- backup.ndjson.gz')
  if (!existsSync(file)) throw new UnusableDatabase(`There is no file ${file}.`)
  const config = loadConfig(processEnvironment())
  const { rows } = await withDatabase(config, (opened) =>
    readCopyFile(file, (text) => importDatabase(opened, text), config.backupKeys),
  )
  return `Imported ${rows} rows from ${file}.`
})
