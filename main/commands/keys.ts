import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { believedDays, rotateLinkKey } from '#platform/signed-links/rotate-link-key.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const usage = 'Usage: npm run keys -- rotate [--at-once]'

/** `npm run keys -- rotate [--at-once]`: replaces the key that signs links in mails. */
await runCommand(async ([action, option]) => {
  const atOnce = option === '--at-once'
  if (action !== 'rotate' || (option && !atOnce)) {
    throw invalidInput([{ field: 'action', message: usage }])
  }
  await withDatabase(findDatabase(), async (opened) => {
    await migrateDatabase(opened)
    await rotateLinkKey(opened, { atOnce })
    const subject = atOnce ? 'Key of links, the old one ended' : 'Key of links'
    await writeAuditEntry(opened.db, null, { action: 'key_rotated', subject, now: new Date() })
  })
  return atOnce
    ? 'Links have a new key. Links in mails and calendar entries sent before no longer work.'
    : `Links have a new key. Older links work for another ${believedDays} days; --at-once ends them now.`
})
