import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { canLeaveOutKeys, exportDatabase } from '#platform/db/copy/export-database.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const withKey = '--with-key'

/**
 * `npm run export -- [file] [--with-key]`: writes a logical copy of the database to a file. With `--with-key`,
 * the copy contains the key that signs links in mails.
 */
await runCommand(async (words) => {
  const isAsked = words.includes(withKey)
  const [path] = words.filter((word) => word !== withKey)
  const now = new Date()
  const file = path ?? `greenroom-${now.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  const config = findDatabase()
  const holdsKeys = await withDatabase(config, async (opened) => {
    const withKeys = isAsked || !(await canLeaveOutKeys(opened))
    await writeCopyFile(file, exportDatabase(opened, now, { withKeys }))
    await writeAuditEntry(opened.db, null, { action: 'export', subject: 'The whole database', now })
    return withKeys
  })
  const about = holdsKeys
    ? 'It contains the key that signs links in mails. Anyone who has it can sign in as any person.'
    : `It does not contain the key that signs links in mails. To move the site, export with ${withKey}.`
  return `Exported to ${file}. It contains personal data, so keep it as safe as the database. ${about}`
})
