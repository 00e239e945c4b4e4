import { existsSync } from 'node:fs'
import { loadConfig, processEnvironment } from '#server/config.ts'
import { readCopyFile } from '#server/db/copy/copy-file.ts'
import { importDatabase } from '#server/db/copy/import-database.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { UnusableDatabase } from '#server/unusable-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run import -- file`: loads what `npm run export` wrote, into an empty database. */
await runCommand(async ([file]) => {
  if (!file) throw new UnusableDatabase('Say which file: npm run import -- backup.ndjson.gz')
  if (!existsSync(file)) throw new UnusableDatabase(`There is no file ${file}.`)
  const config = loadConfig(processEnvironment())
  const { rows } = await withDatabase(config, (opened) =>
    readCopyFile(file, (text) => importDatabase(opened, text)),
  )
  return `Imported ${rows} rows from ${file}.`
})
