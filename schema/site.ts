import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, words } from './columns.ts'

/**
 * Published versions of the site's content. `id` is the number from `site_drafts.version`. A trigger notifies
 * every node of a new one.
 */
export const siteVersions = pgTable('site_versions', {
  id: integer().primaryKey(),
  /** The content in the format of the release that wrote it, so validate it. */
  content: jsonb().notNull(),
  publishedAt: createdAt(),
  /** An administrator's name; null for the first start and terminal commands. */
  publishedBy: text(),
  note: words(),
})

/**
 * The only draft, which administrators edit. Its `version` equals a published version's id if it was published.
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
 * Every partner path ever published: it redirects to the front page and remains a valid registration source.
 */
export const partnerPaths = pgTable('partner_paths', { path: text().primaryKey() })

/** HTML of Markdown pages, rendered on save. */
export const renderedPages = pgTable('rendered_pages', {
  /** SHA-256 of the Markdown and the renderer's version. */
  hash: text().primaryKey(),
  /** Empty if the first line is not `# …`. */
  title: text().notNull(),
  html: text().notNull(),
  /** URLs of the page's pictures. */
  pictures: jsonb().$type<string[]>().notNull(),
  /** Why this text cannot be saved; null for a valid text. */
  mistake: text(),
  /** The text of an earlier release that takes too long to parse, shown as paragraphs without markup. */
  isPlain: boolean().notNull().default(false),
})
