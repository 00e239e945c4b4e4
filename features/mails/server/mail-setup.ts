import { addressMissing, mailServerMissing, senderMissing } from '#kernel/setting-checks.ts'
import type { Db } from '#platform/db/open.ts'
import { countWork } from '#platform/jobs/work-list.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { findMailboxTrouble } from './bounce-mailbox.ts'
import { outboxWork } from './outbox.ts'

/**
 * Returns sentences for the admin area about the mail settings that are missing, and what does not work without them.
 */
export function mailNotes(config: Config & LiveSettings): string[] {
  const notes: string[] = []
  if (!config.smtpUrl) {
    const folder = config.databaseUrl ? '' : ` and in ${config.dataDir}/mail`
    notes.push(`${mailServerMissing.text} They are stored under Email › Sent${folder}.`)
  } else if (!config.mailFrom) {
    notes.push(senderMissing.text)
  }
  if (config.smtpUrl && !config.bounceMailbox) {
    notes.push('No mailbox for bounced email is set: late bounces are not noticed.')
  }
  if (!config.publicUrl) notes.push(addressMissing.text)
  return notes
}

/**
 * Returns the sender, the origin of links, missing mail settings, and the number of outbox entries per
 * state.
 */
export async function getMailSetup(
  db: Db,
  { config, from }: { config: Config & LiveSettings; from: string },
) {
  return {
    isSending: config.smtpUrl !== undefined,
    from,
    origin: siteOrigin(config),
    notes: [...mailNotes(config), ...(await findMailboxTrouble(db, config))],
    counts: await countWork(db, outboxWork),
  }
}

/**
 * Returns PUBLIC_URL, the origin of links in mails, without a trailing slash; default: `http://localhost`
 * with the port.
 */
export function siteOrigin({
  publicUrl,
  port,
}: Pick<LiveSettings, 'publicUrl'> & Pick<Config, 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}
