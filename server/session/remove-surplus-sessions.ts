import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { preparedSql } from '#server/db/prepared.ts'

/** Browsers of one e-mail that were let in by typing alone. */
const mostUnverified = 50

/** SQL that removes what is too many of an e-mail's, beside a session that was just opened. */
export function surplusRemoval(email: Placeholder, isOther: SQL): SQL {
  return sql`delete from sessions where id in (
    select id from sessions where id in (
      select id from sessions
      where email = ${email} and verified_at is null and administrator_id is null and ${isOther}
      order by last_used_at > created_at desc, last_used_at desc, id desc
      offset ${sql.raw(String(mostUnverified - 1))})
    for update skip locked)`
}

const removeSurplus = preparedSql<{ email: string; opened: number }, never>(
  'remove_surplus_sessions',
  (of) => surplusRemoval(of.email, sql`id <> ${of.opened}`),
)

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
  await removeSurplus(tx, { email: opened.email, opened: opened.id })
}
