import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'

/** Browsers of one e-mail that were let in by typing alone. */
const mostUnverified = 50

/**
 * Anybody can type an address, so its unverified sessions are capped: those go first that were never
 * used again since they were opened, then those used least recently. Verified ones are never counted,
 * nor an administrator's; one that is under way stays for now.
 */
export async function removeSurplusSessions(
  tx: Transaction,
  opened: { id: number; email: string | null; verifiedAt: Date | null },
): Promise<void> {
  if (opened.email === null || opened.verifiedAt !== null) return
  await tx.execute(sql`
    with surplus as (
      select id from sessions
      where email = ${opened.email} and verified_at is null and administrator_id is null
        and id <> ${opened.id}
      order by last_used_at > created_at desc, last_used_at desc, id desc
      offset ${mostUnverified - 1})
    delete from sessions where id in (
      select id from sessions where id in (select id from surplus) for update skip locked)`)
}
