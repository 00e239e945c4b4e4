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

/** Transcripts of recordings. The only personal data are speakers' names. */

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const eventKey = () =>
  integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' })

export const transcripts = pgTable('transcripts', {
  eventId: eventKey(),
  /** The original file, to be parsed again by later releases. */
  source: text().notNull(),
  fileName: text(),
  /** A code such as `en` or `pt-BR`. */
  language: text().notNull(),
  shiftMs: integer().notNull().default(0),
  isPublic: boolean().notNull().default(false),
  isSample: boolean().notNull().default(false),
  /** The response for members as JSON, compressed with Brotli. */
  answer: bytes().notNull(),
  /** Remarks of the parser that the lines do not show. */
  noticed: jsonb().$type<{
    droppedRepeats: number
    warnings: string[]
    skipped?: { count: number; lines: { line: number; text: string; reason: string }[] } | undefined
  }>(),
  /** All distinct words, normalised, for spelling suggestions. */
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
    /** Text search configuration of the language. */
    config: text().notNull(),
    /** Start and speaker of each line. */
    starts: integer().array().notNull(),
    speakers: text().array().notNull(),
    /** The lines, and the same without accents, character for character. */
    spoken: text().notNull(),
    folded: text().notNull(),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector(${configOf}, folded)`),
  },
  (table) => [
    index('transcript_passages_event_index').on(table.eventId),
    // A GIN index without pending list, which is never cleaned up on the embedded database: every search would
    // then read all passages.
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
    /** Whole seconds into the recording. */
    start: integer().notNull(),
    title: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.start] })],
)

/** Transcripts fetched from the webinar's provider, not visible until an organiser adds them. */
export const transcriptDrafts = pgTable(
  'transcript_drafts',
  {
    eventId: eventKey(),
    state: text({ enum: ['waiting', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    downloadUrl: text().notNull(),
    /** Authorises the download for a day; deleted after the download. */
    downloadToken: text(),
    source: text(),
    lastError: text(),
    heardAt: instant().notNull(),
  },
  (table) => [
    check('transcript_drafts_state_check', sql`${table.state} in ('waiting', 'ready', 'failed')`),
  ],
)
