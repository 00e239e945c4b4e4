import { and, desc, eq } from 'drizzle-orm'
import type { PartnerLink } from '#features/partner-links/contract.ts'
import { type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import {
  type LinkKey,
  makeLinkToken,
  partnerTarget,
  readLinkKey,
} from '#platform/signed-links/signed-links.ts'
import { partnerLinks } from '#schema/partner-links.ts'

type Row = typeof partnerLinks.$inferSelect

function present(row: Row, key: LinkKey): PartnerLink {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    path: `/partner-numbers/${makeLinkToken(key, 'partner', partnerTarget(row))}`,
    createdAt: row.createdAt.toISOString(),
  }
}

export async function listPartnerLinks(db: Db): Promise<PartnerLink[]> {
  const key = await readLinkKey(db)
  const rows = await db.select().from(partnerLinks).orderBy(desc(partnerLinks.id))
  return rows.map((row) => present(row, key))
}

/** Creates the link for a partner's path or a guest's `via`, or returns the existing one. */
export async function createPartnerLink(
  db: Db,
  { kind, key }: Pick<Row, 'kind' | 'key'>,
  { actor, now }: Deed,
): Promise<PartnerLink> {
  const linkKey = await readLinkKey(db)
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(partnerLinks)
      .values({ kind, key, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (made) {
      await writeAuditEntry(tx, actor, { action: 'partner_link_created', subject: key, now })
    }
    const isSame = and(eq(partnerLinks.kind, kind), eq(partnerLinks.key, key))
    const [row] = made ? [made] : await tx.select().from(partnerLinks).where(isSame)
    return present(row!, linkKey)
  })
}

/** Removes a link, which stops working immediately. Throws 404 for an unknown one. */
export async function removePartnerLink(
  db: Db,
  linkId: number,
  { actor, now }: Deed,
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(partnerLinks).where(eq(partnerLinks.id, linkId)).returning()
    if (!removed) throw new Refusal('no_such_partner_link')
    await writeAuditEntry(tx, actor, { action: 'partner_link_removed', subject: removed.key, now })
    return { id: linkId }
  })
}
