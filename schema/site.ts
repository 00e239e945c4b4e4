import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, words } from './columns.ts'

/**
 * Published versions of the site's content. `id` is `site_drafts.version` at the time of publishing. A trigger
 * notifies every node of a new version.
 */
export const siteVersions = pgTable('site_versions', {
  id: integer().primaryKey(),
  /** The site's content in the format of the release that wrote it; validate it after reading. */
  content: jsonb().notNull(),
  publishedAt: createdAt(),
  /** Name of the administrator who published; null at the first start and for terminal commands. */
  publishedBy: text(),
  note: words(),
})

/**
 * One row: the draft of the site's content, which administrators edit. `version` equals the `id` of a published
 * version if the draft has no unpublished changes.
 */
export const siteDrafts = pgTable(
  'site_drafts',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull(),
    content: jsonb().notNull(),
    savedAt: createdAt(),
    savedBy: text(),
  },
  (table) => [check('site_drafts_one_check', sql`${table.id} = 1`)],
)

/**
 * Every partner path ever published. Paths that were removed redirect to the front page and remain valid registration
 * sources.
 */
export const partnerPaths = pgTable('partner_paths', { path: text().primaryKey() })

/** Cache of the site's Markdown pages as HTML, rendered when an administrator saves them. */
export const renderedPages = pgTable('rendered_pages', {
  /** SHA-256 of the Markdown text and the renderer's version. */
  hash: text().primaryKey(),
  /** Heading in the first line of the Markdown; empty if that line is not `# …`. */
  title: text().notNull(),
  html: text().notNull(),
  /** URLs of the pictures in the page. */
  pictures: jsonb().$type<string[]>().notNull(),
  /** Why the Markdown text cannot be saved; null if it is valid. */
  mistake: text(),
  /** True for a text saved by an earlier release that takes too long to parse; shown as paragraphs without markup. */
  isPlain: boolean().notNull().default(false),
})
