import { existsSync } from 'node:fs'
import { loadConfig, processEnvironment } from './config.ts'
import { readCopyFile } from './db/copy-file.ts'
import { importDatabase } from './db/import-database.ts'
import { UnusableDatabase } from './db/unusable-database.ts'
import { withDatabase } from './db/with-database.ts'
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
