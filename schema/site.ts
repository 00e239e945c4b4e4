import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, words } from './columns.ts'

/**
 * The site's content, every time that it was published. `id` comes from the line of numbers that
 * `site_drafts.version` counts. A trigger tells every node of a new one.
 */
export const siteVersions = pgTable('site_versions', {
  id: integer().primaryKey(),
  /** As that release understood it: read with care. */
  content: jsonb().notNull(),
  publishedAt: createdAt(),
  /** An administrator's name; null for the first start and the terminal. */
  publishedBy: text(),
  note: words(),
})

/** The one draft: what is edited on the desk. Equal to a version's id, `version` has been published. */
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

/** Every partner path that was ever published: it leads to the front page and is a source for good. */
export const partnerPaths = pgTable('partner_paths', { path: text().primaryKey() })

/** The Markdown of own pages as HTML: rendered when the text is saved, and shown from here. */
export const renderedPages = pgTable('rendered_pages', {
  /** SHA-256 of the Markdown and of the version of the renderer. */
  hash: text().primaryKey(),
  /** Empty without a first line `# …`. */
  title: text().notNull(),
  html: text().notNull(),
  /** Addresses of the pictures on the page. */
  pictures: jsonb().$type<string[]>().notNull(),
  /** Why this text cannot be saved; null for a valid text. */
  mistake: text(),
  /** The text of an earlier release that takes too long to parse, shown as paragraphs without markup. */
  isPlain: boolean().notNull().default(false),
})
