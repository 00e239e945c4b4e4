import { desc, eq, sql } from 'drizzle-orm'
import { refreshEventInstants } from '#features/events/server/write-events.ts'
import type * as contract from '#features/site/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { Site } from '#kernel/site.ts'
import {
  causeOf,
  writeAuditEntry,
  type Actor,
  type Deed,
} from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { administrators } from '#schema/sign-in.ts'
import { siteDrafts, siteVersions } from '#schema/site.ts'
import { checkSite, type FindPicture } from './check-site.ts'
import { notePartnerPaths } from './open-site.ts'
import { deleteOtherPages, renderOwnPages } from './own-page.ts'
import { readStoredSite } from './read-stored-site.ts'

type Draft = Pick<typeof siteDrafts.$inferSelect, 'version' | 'savedAt' | 'savedBy'> & {
  content: Site
}

/** Returns the draft and the published content. */
export async function getSiteContent(
  db: Db,
  { site, siteLock }: SiteContent,
): Promise<ReplyOf<typeof contract.getSiteContent>> {
  if (siteLock !== undefined) {
    const content = site()
    const version = { version: 0, published: 0, savedBy: null, savedAt: null }
    return { content, publishedContent: content, ...version, locked: true, reason: siteLock }
  }
  return db.transaction(async (tx) => {
    const { savedAt, ...draft } = await readDraft(tx)
    const published = await readLatest(tx)
    return {
      ...draft,
      savedAt: savedAt.toISOString(),
      published: published.id,
      publishedContent: readStoredSite(published.content),
      locked: false,
      reason: null,
    }
  })
}

/** Returns the content of the draft, for an administrator's preview. */
export async function readDraftContent(db: Db, { site, siteLock }: SiteContent): Promise<Site> {
  return siteLock === undefined ? (await readDraft(db)).content : site()
}

/**
 * Saves the draft. Throws 400 with an error for each invalid field, and 409 if another administrator saved meanwhile
 * or SITE_FILE determines the content.
 */
export async function saveSiteDraft(
  db: Db,
  { content: sent, version }: { content: unknown; version: number },
  { isThere, ...deed }: Deed & { isThere: FindPicture },
  content: SiteContent,
): Promise<{ version: number }> {
  refuseIfLocked(content)
  const known = [(await readDraft(db)).content, content.site()]
  const site = await checkSite(db, sent, { isThere, known })
  return db.transaction(async (tx) => {
    const draft = await readDraft(tx, { lock: true })
    if (draft.version !== version) throw changedMeanwhile(draft, site)
    return writeDraft(tx, draft, site, { ...deed, action: 'site_saved' })
  })
}

/** Publishes the draft as a new version. Throws 409 if the draft's number is not `version`. */
export async function publishSite(
  db: Db,
  { version, note }: { version: number; note: string },
  { actor, now }: Deed,
  content: SiteContent,
): Promise<{ version: number }> {
  refuseIfLocked(content)
  await db.transaction(async (tx) => {
    const draft = await readDraft(tx, { lock: true })
    if (draft.version !== version) throw changedMeanwhile(draft, null)
    // The call is a repetition, and this version of the draft is already published.
    if ((await readLatest(tx)).id === version) return
    const added = { id: version, site: draft.content, note, details: { version } }
    await addVersion(tx, added, { actor, now })
    await deleteOtherPages(tx, [draft.content])
  })
  return { version }
}

export async function listSiteVersions(db: Db): Promise<ReplyOf<typeof contract.listSiteVersions>> {
  const { id, publishedBy, publishedAt, note } = siteVersions
  const rows = await db
    .select({ id, who: publishedBy, when: publishedAt, note })
    .from(siteVersions)
    .orderBy(desc(id))
  return rows.map(({ when, ...row }) => ({ ...row, when: when.toISOString() }))
}

/**
 * Replaces the draft by the published version `id`. Throws 404 if there is none, and 409 if the draft's number is not
 * `version`.
 */
export async function restoreSiteVersion(
  db: Db,
  { id, version }: { id: number; version?: number | undefined },
  deed: Deed,
  content: SiteContent,
): Promise<{ version: number }> {
  refuseIfLocked(content)
  const [found] = await db.select().from(siteVersions).where(eq(siteVersions.id, id))
  if (!found) throw new Refusal('no_such_version')
  const site = readStoredSite(found.content)
  await renderOwnPages(db, site)
  return db.transaction(async (tx) => {
    const draft = await readDraft(tx, { lock: true })
    if (version !== undefined && draft.version !== version) throw changedMeanwhile(draft, site)
    return writeDraft(tx, draft, site, { ...deed, action: 'site_restored', details: { of: id } })
  })
}

type PartName = Exclude<keyof Site, 'sample'>

/**
 * Saves the draft with one part replaced, such as the mail texts. `choose` receives the present part and returns the
 * new one; it may throw to reject the change. Throws 409 as saveSiteDraft does.
 */
export async function saveSitePart<Name extends PartName>(
  db: Db,
  {
    part,
    choose,
    version,
  }: { part: Name; choose: (now: Site[Name]) => Site[Name]; version: number },
  deed: Deed & { details: Record<string, unknown> },
  content: SiteContent,
): Promise<{ version: number }> {
  refuseIfLocked(content)
  return db.transaction(async (tx) => {
    const draft = await readDraft(tx, { lock: true })
    const site = { ...draft.content, [part]: choose(draft.content[part]) }
    if (draft.version !== version) throw changedMeanwhile(draft, site)
    return writeDraft(tx, draft, site, { ...deed, action: 'site_saved' })
  })
}

/**
 * Publishes one part of the draft; changes in other parts stay unpublished. Throws 409 if the draft's number is not
 * `version`.
 */
export async function publishSitePart(
  db: Db,
  { part, version, note }: { part: PartName; version: number; note: string },
  { details, ...deed }: Deed & { details: Record<string, unknown> },
  content: SiteContent,
): Promise<{ version: number }> {
  refuseIfLocked(content)
  await db.transaction(async (tx) => {
    const draft = await readDraft(tx, { lock: true })
    if (draft.version !== version) throw changedMeanwhile(draft, null)
    const choose = (published: Site) => {
      const site = { ...published, [part]: draft.content[part] }
      return changedFields(published, site).length > 0 ? site : undefined
    }
    const replaced = { choose, chooseDraft: (kept: Site) => kept, note, details }
    await replaceSite(tx, replaced, deed)
  })
  return { version: (await readDraft(db)).version }
}

type Choice = (content: Site) => Site | undefined

/**
 * Publishes the result of `choose`, which receives the published content, in the caller's transaction. If the draft has
 * unpublished changes, replaces it by the result of `chooseDraft`. For automatic changes only; administrators edit and
 * publish the draft.
 */
export async function replaceSite(
  tx: Transaction,
  {
    choose,
    chooseDraft,
    note,
    details,
  }: { choose: Choice; chooseDraft: Choice; note: string; details?: Record<string, unknown> },
  { actor, now }: Deed,
): Promise<boolean> {
  const draft = await readDraft(tx, { lock: true })
  const published = await readLatest(tx)
  const site = choose(readStoredSite(published.content))
  if (!site) return false
  const id = draft.version + 1
  await addVersion(tx, { id, site, note, details }, { actor, now })
  const edited =
    draft.version === published.id ? site : (chooseDraft(draft.content) ?? draft.content)
  const isEdited = changedFields(edited, site).length > 0
  await setDraft(tx, { version: isEdited ? id + 1 : id, content: edited, actor, now })
  return true
}

export function refuseIfLocked({ siteLock }: Pick<SiteContent, 'siteLock'>) {
  if (siteLock !== undefined) throw new Refusal('site_locked', { message: siteLock })
}

async function readDraft(db: Db | Transaction, { lock = false } = {}): Promise<Draft> {
  const found = db.select().from(siteDrafts)
  const [row] = lock ? await found.for('update') : await found
  if (row) return { ...pick(row), content: readStoredSite(row.content) }
  const { id, content, publishedAt, publishedBy } = await readLatest(db)
  const version = { version: id, savedAt: publishedAt, savedBy: publishedBy }
  if (!lock) return { ...version, content: readStoredSite(content) }
  await db
    .insert(siteDrafts)
    .values({ ...version, content })
    .onConflictDoNothing()
  return readDraft(db, { lock })
}

function pick({ version, savedAt, savedBy }: typeof siteDrafts.$inferSelect) {
  return { version, savedAt, savedBy }
}

async function readLatest(db: Db | Transaction) {
  const [latest] = await db.select().from(siteVersions).orderBy(desc(siteVersions.id)).limit(1)
  return latest!
}

/** Returns SQL for the name that the acting administrator has now. */
const nameOf = (actor: Actor) =>
  sql<string | null>`(select ${administrators.username} from ${administrators}
    where ${administrators.id} = ${actor?.administratorId ?? 0})`

type Written = { version: number; content: Site; actor: Actor; now: Date }

async function setDraft(tx: Transaction, { version, content, actor, now }: Written) {
  await tx.update(siteDrafts).set({ version, content, savedAt: now, savedBy: nameOf(actor) })
}

async function writeDraft(
  tx: Transaction,
  before: Draft,
  content: Site,
  {
    actor,
    now,
    action,
    details,
  }: Deed & { action: 'site_saved' | 'site_restored'; details?: Record<string, unknown> },
) {
  const version = before.version + 1
  await setDraft(tx, { version, content, actor, now })
  const fields = changedFields(before.content, content)
  await writeAuditEntry(tx, actor, { action, details: { fields, ...details }, now })
  return { version }
}

async function addVersion(
  tx: Transaction,
  {
    id,
    site,
    note,
    details,
  }: { id: number; site: Site; note: string; details: Record<string, unknown> | undefined },
  { actor, now }: Deed,
) {
  await tx
    .insert(siteVersions)
    .values({ id, content: site, note, publishedAt: now, publishedBy: nameOf(actor) })
  const published = { type: 'site.published' as const, facts: { note, ...details } }
  await recordEvents(tx, [published], causeOf(actor), details && { actor, now })
  await notePartnerPaths(tx, site)
  await refreshEventInstants(tx, site.display.zone)
}

function changedMeanwhile({ savedAt, ...draft }: Draft, sent: Site | null) {
  const current = { ...draft, savedAt: savedAt.toISOString() }
  const fields = sent ? changedFields(draft.content, sent) : []
  return new Refusal('site_changed', { current, sent, changedFields: fields })
}

/**
 * Returns the fields in which two contents differ. Comparing JSON is safe, because the schema puts the fields of both
 * into the same order.
 */
function changedFields(one: Site, other: Site): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Site>
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
