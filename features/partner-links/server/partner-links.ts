import { and, desc, eq } from 'drizzle-orm'
import { readViaLabels } from '#features/crew/server/via-labels.ts'
import type { PartnerLink } from '#features/partner-links/contract.ts'
import { type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { makeLinkToken, partnerTarget, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { partnerLinks } from '#schema/partner-links.ts'

type Row = typeof partnerLinks.$inferSelect

async function present(db: Db, rows: Row[]): Promise<PartnerLink[]> {
  const linkKey = await readLinkKey(db)
  const vias = rows.filter(({ kind }) => kind === 'via').map(({ key }) => key)
  const labels = await readViaLabels(db, vias)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    key: row.key,
    label: row.kind === 'via' ? labels.get(row.key) : undefined,
    path: `/partner-numbers/${makeLinkToken(linkKey, 'partner', partnerTarget(row))}`,
    createdAt: row.createdAt.toISOString(),
  }))
}

export async function listPartnerLinks(db: Db): Promise<PartnerLink[]> {
  return present(db, await db.select().from(partnerLinks).orderBy(desc(partnerLinks.id)))
}

/** Creates the link for a partner's path or a guest's `via`, or returns the existing one. */
export async function createPartnerLink(
  db: Db,
  { kind, key }: Pick<Row, 'kind' | 'key'>,
  { actor, now }: Deed,
): Promise<PartnerLink> {
  const rows = await db.transaction(async (tx) => {
    const made = await tx
      .insert(partnerLinks)
      .values({ kind, key, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (made.length > 0) {
      await writeAuditEntry(tx, actor, { action: 'partner_link_created', subject: key, now })
      return made
    }
    const isSame = and(eq(partnerLinks.kind, kind), eq(partnerLinks.key, key))
    return tx.select().from(partnerLinks).where(isSame)
  })
  const [link] = await present(db, rows)
  return link!
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
