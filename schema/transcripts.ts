import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { searchConfigs } from '#kernel/search-languages.ts'
import { bytes, instant } from './columns.ts'
import { events } from './events.ts'

/** Tables of transcripts of recordings. The only personal data in them are speakers' names. */

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const eventKey = () =>
  integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' })

export const transcripts = pgTable('transcripts', {
  eventId: eventKey(),
  /** The uploaded transcript file as text, so that later releases can parse it again. */
  source: text().notNull(),
  fileName: text(),
  /** Language code such as `en` or `pt-BR`. */
  language: text().notNull(),
  shiftMs: integer().notNull().default(0),
  isPublic: boolean().notNull().default(false),
  isSample: boolean().notNull().default(false),
  /** JSON response of the transcript call for members, compressed with Brotli. */
  answer: bytes().notNull(),
  /**
   * The parser's remarks on the uploaded transcript file: number of dropped repetitions, warnings, and skipped lines.
   */
  noticed: jsonb().$type<{
    droppedRepeats: number
    warnings: string[]
    skipped?: { count: number; lines: { line: number; text: string; reason: string }[] } | undefined
  }>(),
  /** All distinct words of the transcript in normalised form; the search suggests spellings from them. */
  words: text().array().notNull(),
  updatedAt: instant().notNull().defaultNow(),
})

const configOf = sql.raw(
  `case config ${searchConfigs.map((name) => `when '${name}' then '${name}'::regconfig`).join(' ')} else 'simple'::regconfig end`,
)

/** Overlapping passages of a transcript for search, recomputed on every change. */
export const transcriptPassages = pgTable(
  'transcript_passages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => transcripts.eventId, { onDelete: 'cascade' }),
    /** PostgreSQL's text search configuration for the transcript's language. */
    config: text().notNull(),
    /** `starts` has the start of each line of the passage, `speakers` its speaker. */
    starts: integer().array().notNull(),
    speakers: text().array().notNull(),
    /** The text of the passage. `folded` is the same text without accents, of the same length. */
    spoken: text().notNull(),
    folded: text().notNull(),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector(${configOf}, folded)`),
  },
  (table) => [
    index('transcript_passages_event_index').on(table.eventId),
    // `fastupdate` is off, because the embedded database never cleans up a GIN index's pending list, and every search
    // would read all passages.
    index('transcript_passages_search_index')
      .using('gin', table.search)
      .with({ fastupdate: false }),
  ],
)

export const chapters = pgTable(
  'chapters',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Start of the chapter, in whole seconds from the beginning of the recording. */
    start: integer().notNull(),
    title: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.start] })],
)

/** Transcripts downloaded from Zoom, not visible to members until an organiser adds them. */
export const transcriptDrafts = pgTable(
  'transcript_drafts',
  {
    eventId: eventKey(),
    state: text({ enum: ['waiting', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    downloadUrl: text().notNull(),
    /** Token that authorises the download from Zoom, valid for a day; deleted after the download. */
    downloadToken: text(),
    source: text(),
    lastError: text(),
    heardAt: instant().notNull(),
  },
  (table) => [
    check('transcript_drafts_state_check', sql`${table.state} in ('waiting', 'ready', 'failed')`),
  ],
)
