import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { canLeaveOutKeys, exportDatabase } from '#platform/db/copy/export-database.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const withKey = '--with-key'

/** `npm run export -- [file] [--with-key]`: a logical copy of the database, for a backup or a move. */
await runCommand(async (words) => {
  const isAsked = words.includes(withKey)
  const [given] = words.filter((word) => word !== withKey)
  const now = new Date()
  const file = given ?? `greenroom-${now.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  const config = findDatabase()
  const holdsKeys = await withDatabase(config, async (opened) => {
    const withKeys = isAsked || !(await canLeaveOutKeys(opened))
    await writeCopyFile(file, exportDatabase(opened, now, { withKeys }))
    await writeAuditEntry(opened.db, null, { action: 'export', subject: 'The whole database', now })
    return withKeys
  })
  const about = holdsKeys
    ? 'It holds the key that signs links in mails: whoever has it can sign in as anybody.'
    : `It lacks the key that signs links in mails; for a move take it along with ${withKey}.`
  return `Exported to ${file}. It holds personal data: keep it as safe as the database. ${about}`
})
