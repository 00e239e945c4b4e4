import { existsSync } from 'node:fs'
import { stopAfterCopy } from '#features/announcements/server/stop-after-copy.ts'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import { describeLostKey } from '#platform/signed-links/signed-links.ts'
import { withDatabase, runCommand } from './command.ts'

/** `npm run import -- file`: imports a file that `npm run export` wrote into an empty database. */
await runCommand(async ([file]) => {
  if (!file) throw new UnusableDatabase('Usage: npm run import -- backup.ndjson.gz')
  if (!existsSync(file)) throw new UnusableDatabase(`There is no file ${file}.`)
  const config = loadConfig(processEnvironment())
  return withDatabase(config, async (opened) => {
    const load = (text: AsyncIterable<string>) => importDatabase(opened, text)
    const { rows } = await readCopyFile(file, load, config.backupKeys)
    await repairPeople(opened.db)
    const stopped = await stopAfterCopy(opened.db, new Date())
    const lost = await describeLostKey(opened.db)
    return [`Imported ${rows} rows from ${file}.`, stopped, lost].filter(Boolean).join(' ')
  })
})
