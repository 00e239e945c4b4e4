import { desc, gt, sql } from 'drizzle-orm'
import type { Site } from '#kernel/site.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import type { Config } from '#platform/settings/config.ts'
import { partnerPaths, siteDrafts, siteVersions } from '#schema/site.ts'
import { findPageMistakes } from './check-site.ts'
import { InvalidSiteFile, readSiteFile } from './load-site.ts'
import { takesTooLong } from './own-page.ts'
import { readStoredSite } from './read-stored-site.ts'
import { keepSiteContent, type PublishedSite } from './site-content.ts'

/**
 * Returns the site's content: that of SITE_FILE if it is set, otherwise the last published version. Only the first
 * start reads content/site.json. Throws InvalidSiteFile.
 */
export async function openSite(
  db: Db,
  { siteFile, siteFileDecides }: Pick<Config, 'siteFile' | 'siteFileDecides'>,
): Promise<SiteContent> {
  if (siteFileDecides) return openFile(db, siteFile)
  if ((await db.$count(siteVersions)) === 0) await takeFirstVersion(db, siteFile)
  const first = await readPublished(db)
  return keepSiteContent(first!, async (known) => (await readPublished(db, known)) ?? known)
}

/**
 * Reads the site file and stores the HTML of its custom pages, without invalid links and pictures. Throws
 * InvalidSiteFile, also for a page that takes too long to render.
 */
async function readFileWithPages(db: Db, siteFile: string) {
  const file = await readSiteFile(siteFile)
  const mistakes = await findPageMistakes(db, file.site)
  const fatal = mistakes.find(({ message }) => message === takesTooLong)
  if (fatal) {
    const line = `  ${fatal.field}: ${fatal.message}`
    throw new InvalidSiteFile(`SITE_FILE ${siteFile} has mistakes:\n${line}`)
  }
  return file
}

async function openFile(db: Db, siteFile: string): Promise<SiteContent> {
  const { site, moved } = await readFileWithPages(db, siteFile)
  await notePartnerPaths(db, site, moved)
  const fixed = { id: 0, site, partnerPaths: await listPartnerPaths(db) }
  const reason = `The content is in the file ${siteFile}, because SITE_FILE is set. Change the file, then restart the site. To edit the content here, remove SITE_FILE, and import the file with "npm run site -- import".`
  return keepSiteContent(fixed, () => Promise.resolve(fixed), reason)
}

/** Inserts the first published version from the site file. If nodes start together, one inserts it. */
async function takeFirstVersion(db: Db, siteFile: string) {
  const { site, moved } = await readFileWithPages(db, siteFile)
  await db.transaction(async (tx) => {
    const first = { id: 1, content: site }
    const taken = await tx.insert(siteVersions).values(first).onConflictDoNothing().returning()
    if (taken.length === 0) return
    await tx.insert(siteDrafts).values({ version: 1, content: site }).onConflictDoNothing()
    await notePartnerPaths(tx, site, moved)
  })
}

export async function notePartnerPaths(
  db: Db | Transaction,
  site: Pick<Site, 'partnerPaths'>,
  moved: string[] = [],
) {
  const paths = [...site.partnerPaths.map(({ path }) => path), ...moved]
  if (paths.length === 0) return
  await db
    .insert(partnerPaths)
    .values(paths.map((path) => ({ path })))
    .onConflictDoNothing()
}

async function listPartnerPaths(db: Db) {
  const rows = await db.select().from(partnerPaths).orderBy(partnerPaths.path)
  return rows.map(({ path }) => path)
}

/** Returns the last published version of the content; undefined if it is still the version `known`. */
async function readPublished(db: Db, known?: PublishedSite): Promise<PublishedSite | undefined> {
  const [latest] = await db
    .select({ id: siteVersions.id, content: siteVersions.content })
    .from(siteVersions)
    .where(known ? gt(siteVersions.id, known.id) : sql`true`)
    .orderBy(desc(siteVersions.id))
    .limit(1)
  if (!latest) return undefined
  const site = readStoredSite(latest.content)
  return { id: latest.id, site, partnerPaths: await listPartnerPaths(db) }
}
