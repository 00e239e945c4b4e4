import { isDeepStrictEqual } from 'node:util'
import { asc } from 'drizzle-orm'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { removeSampleEvents } from '#features/events/server/delete-event.ts'
import type { removeSampleContent as contract } from '#features/setup/contract.ts'
import { plainSite } from '#features/site/server/plain-site.ts'
import { replaceSite } from '#features/site/server/site-draft.ts'
import { siteSchema, type Site } from '#kernel/site.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { siteVersions } from '#schema/site.ts'

/** The sample's content: what this site began with, where that calls itself one. */
export async function readSampleContent(db: Db | Transaction): Promise<Site | undefined> {
  const [first] = await db
    .select({ content: siteVersions.content })
    .from(siteVersions)
    .orderBy(asc(siteVersions.id))
    .limit(1)
  const read = siteSchema.safeParse(first?.content)
  return read.success && read.data.sample ? read.data : undefined
}

type Removing = Deed & {
  confirmed: number | undefined
  site: Pick<SiteContent, 'siteLock' | 'refreshSite'>
}

/**
 * Removes the sample's events, and what is still the sample's in the site's content, at once or not at all. Where
 * people registered for some, throws 409 with their number until it is given. Specification, "Sample series".
 */
export async function removeSampleContent(
  db: Db,
  { confirmed, site, actor, now }: Removing,
): Promise<ReplyOf<typeof contract>> {
  const removed = await db.transaction(async (tx) => {
    const gone = await removeSampleEvents(tx, confirmed)
    const hasContent = site.siteLock === undefined && (await replaceSample(tx, { actor, now }))
    if (gone.events > 0 || hasContent) {
      const details = { ...gone, ...(hasContent && { fields: ['content of the site'] }) }
      await writeAuditEntry(tx, actor, { action: 'sample_removed', details, now })
    }
    return { ...gone, content: hasContent }
  })
  if (removed.content) await site.refreshSite()
  return removed
}

async function replaceSample(tx: Transaction, deed: Deed): Promise<boolean> {
  const sample = await readSampleContent(tx)
  if (!sample) return false
  const choose = (content: Site) => (content.sample ? withoutSample(content, sample) : undefined)
  return replaceSite(tx, choose, 'Sample content removed', deed)
}

/** What stands where the sample's was: plain words, under the name and by the clock that the series has. */
function plainContent({ series, display, look }: Site, sample: Site): Site {
  const isOwn = series.name !== sample.series.name
  const name = isOwn ? series.name : plainSite.series.name
  return {
    ...plainSite,
    series: { ...plainSite.series, name },
    share: { ...plainSite.share, title: name },
    display,
    look,
  }
}

/**
 * The content without what is still the sample's, field by field: plain words stand where something must,
 * entries of lists go, and what somebody changed stays as it is.
 */
export function withoutSample(content: Site, sample: Site): Site {
  const left = exchange(content, sample, plainContent(content, sample)) as Site
  return siteSchema.parse({ ...left, sample: false, _note: undefined })
}

type Tree = { [name: string]: unknown }
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function exchange(value: unknown, sample: unknown, plain: unknown): unknown {
  if (isDeepStrictEqual(value, sample)) return plain
  if (Array.isArray(value) && Array.isArray(sample)) {
    return value.filter((entry) => !sample.some((one) => isDeepStrictEqual(one, entry)))
  }
  if (!isTree(value) || !isTree(sample)) return value
  const parts = Object.keys(value).map((name) => [
    name,
    exchange(value[name], sample[name], isTree(plain) ? plain[name] : undefined),
  ])
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}
