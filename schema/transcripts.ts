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

/** What is said in recordings. Nothing here names a person but as a speaker. */

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const eventKey = () =>
  integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' })

export const transcripts = pgTable('transcripts', {
  eventId: eventKey(),
  /** As it was given, for a better reader later. */
  source: text().notNull(),
  fileName: text(),
  /** A code such as `en` or `pt-BR`. */
  language: text().notNull(),
  shiftMs: integer().notNull().default(0),
  isPublic: boolean().notNull().default(false),
  isSample: boolean().notNull().default(false),
  /** The member's answer as JSON, compressed once with Brotli. */
  answer: bytes().notNull(),
  /** What was noticed while it was read, and is not seen in its lines. */
  noticed: jsonb().$type<{
    droppedRepeats: number
    warnings: string[]
    skipped?: { count: number; lines: { line: number; text: string; reason: string }[] } | undefined
  }>(),
  /** Every different word, folded and in small letters: near words are looked for among them. */
  words: text().array().notNull(),
  updatedAt: instant().notNull().defaultNow(),
})

const configOf = sql.raw(
  `case config ${searchConfigs.map((name) => `when '${name}' then '${name}'::regconfig`).join(' ')} else 'simple'::regconfig end`,
)

/** Windows of a transcript, for searching. Made from the source anew with every change. */
export const transcriptPassages = pgTable(
  'transcript_passages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => transcripts.eventId, { onDelete: 'cascade' }),
    /** How its language is searched. */
    config: text().notNull(),
    /** For each line when it begins and who speaks. */
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
    // Without the list of pending entries: until it is cleared, which nobody does on the embedded
    // database, it makes every search read all passages.
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

/** What the webinar's provider made of a recording: shown to nobody until the organiser puts it. */
export const transcriptDrafts = pgTable(
  'transcript_drafts',
  {
    eventId: eventKey(),
    state: text({ enum: ['waiting', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    downloadUrl: text().notNull(),
    /** Opens that address for a day; forgotten once it is fetched. */
    downloadToken: text(),
    source: text(),
    lastError: text(),
    heardAt: instant().notNull(),
  },
  (table) => [
    check('transcript_drafts_state_check', sql`${table.state} in ('waiting', 'ready', 'failed')`),
  ],
)
