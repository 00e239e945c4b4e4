import { sql } from 'drizzle-orm'
import type { exportPerson as contract } from '#features/people/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import { exportedName } from '#platform/db/copy/exported-names.ts'
import type { Db } from '#platform/db/open.ts'
import { cutLinkTokens } from '#platform/signed-links/signed-links.ts'
import { heldOfPerson } from './held-of-person.ts'
import { rowsOf } from './held-treatments.ts'
import { lockPerson } from './lock-person.ts'

/**
 * Returns everything stored about a person, from one snapshot of the database, in sections with a
 * description. Omits secrets that grant access. Throws 404 for an unknown key.
 */
export async function exportPerson(
  db: Db,
  key: string,
  { actor, now }: Deed,
): Promise<ReplyOf<typeof contract>> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, key)
    const parts: ReplyOf<typeof contract>['parts'] = []
    for (const [table, line] of Object.entries(heldOfPerson)) {
      const { export: part, select = 't.*', join = '', order = 't.id' } = line
      const [, name, what] = /^(\w+): (.+)$/.exec(part) ?? []
      if (name === undefined || what === undefined) continue
      const sorted = order && `order by ${order}`
      const found = await tx.execute<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(r) as row from (select ${sql.raw(select)} from ${sql.identifier(table)} t
          ${sql.raw(join)} where ${rowsOf(line, person)} ${sql.raw(sorted)}) r`,
      )
      parts.push({ name, what, rows: found.rows.map(({ row }) => withoutSecrets(row)) })
    }
    await writeAuditEntry(tx, actor, { action: 'person_exported', subject: key, now })
    return { madeAt: now.toISOString(), parts }
  })
}

/**
 * Returns a database row without secrets that grant access: Zoom join links, links in mails, and sign-in
 * codes.
 */
function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  const { join_url: _joinUrl, ...rest } = row
  const told = row.kind === 'sign_in_code' ? { ...rest, kept: null } : rest
  const named = Object.entries(told).map(([name, value]) => [exportedName(name), value])
  return JSON.parse(cutLinkTokens(JSON.stringify(Object.fromEntries(named))))
}
