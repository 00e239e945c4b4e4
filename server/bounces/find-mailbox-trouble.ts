import { eq } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { bounceMailboxes } from '#server/db/tables/bounces.ts'

/** What hinders the mailbox of reports from being read, in a sentence for the admin area. */
export async function findMailboxTrouble(
  db: Db,
  { bounceMailbox }: Pick<Config, 'bounceMailbox'>,
): Promise<string[]> {
  if (!bounceMailbox) return []
  const { name } = bounceMailbox
  const [mailbox] = await db.select().from(bounceMailboxes).where(eq(bounceMailboxes.name, name))
  if (!mailbox?.lastError) return []
  return [`The mailbox of BOUNCE_IMAP_URL cannot be read: ${mailbox.lastError}`]
}
