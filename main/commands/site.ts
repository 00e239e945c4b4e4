import { readFile, stat, writeFile } from 'node:fs/promises'
import { largestBundle } from '#features/site/server/site-bundle.ts'
import { answerSiteCommand, askRunningSite, type SiteRequest } from '#main/site-command.ts'
import { DataFolderInUse } from '#platform/db/embedded/lock.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { findDatabase, runCommand, withDatabase } from './command.ts'

const usage = 'Usage: npm run site -- export FILE, or npm run site -- import FILE ["A NOTE"]'

/**
 * `npm run site -- export FILE` writes the site's published content and pictures to a file; `npm run site --
 * import FILE` publishes the content of such a file. If a site with the embedded database is running, this
 * command asks that site to do it.
 */
await runCommand(async ([action, file, note = '']) => {
  if (!file || (action !== 'export' && action !== 'import')) throw new OperatorError(usage)
  const request: SiteRequest =
    action === 'export' ? { action } : { action, text: await readBundleFile(file), note }
  const config = findDatabase()
  const message = await withDatabase(config, async (opened) => {
    await refuseUnlessStarted(opened)
    return answerSiteCommand(request, config, opened)
  }).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error
    return askRunningSite(config.dataDir, request)
  })
  if (action === 'import') return message
  await writeFile(file, message)
  return `The content and pictures of the site are in ${file}.`
})

async function refuseUnlessStarted({ pool }: OpenDatabase) {
  const { rows } = await pool.query("select to_regclass('site_versions') is not null as is_there")
  if (rows[0].is_there) return
  throw new OperatorError('This release has never started on the database. Start it first.')
}

async function readBundleFile(file: string) {
  const { size } = await stat(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`)
  })
  if (size > largestBundle) throw new OperatorError(`${file} is too large`)
  return readFile(file, 'utf8')
}
