import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  materialAudiences,
  materialKinds,
  materialMoments,
  type StoredMaterial,
} from '#kernel/materials.ts'
import { bytes, createdAt, id, oneOf, updatedAt } from './columns.ts'
import { events } from './events.ts'

/** Links and files that organisers add to an event. */
export const materials = pgTable(
  'materials',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    kind: text({ enum: materialKinds }).notNull(),
    title: text().notNull(),
    /** Target of a link; null for a file. */
    url: text(),
    /** Name under which browsers save a file. For a link, this column, `mediaType` and `size` are null. */
    fileName: text(),
    /** Media type of the file, determined from its content. */
    mediaType: text(),
    /** Size of the file in bytes. */
    size: integer(),
    visibleTo: text({ enum: materialAudiences }).notNull(),
    visibleFrom: text({ enum: materialMoments }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('materials_kind_check', table.kind, materialKinds),
    oneOf('materials_visible_to_check', table.visibleTo, materialAudiences),
    oneOf('materials_visible_from_check', table.visibleFrom, materialMoments),
    check(
      'materials_content_check',
      sql`case ${table.kind} when 'link' then ${table.url} is not null
        else num_nonnulls(${table.fileName}, ${table.mediaType}, ${table.size}) = 3 end`,
    ),
    index('materials_event_index').on(table.eventId),
  ],
)

/** A material as `materialsOfEvent` selects it. */
export type ListedMaterial = StoredMaterial &
  Pick<typeof materials.$inferSelect, 'visibleTo' | 'visibleFrom'> & {
    /** Instant in ISO 8601. */
    createdAt: string
  }

/** SQL that selects the materials of an event as a list, oldest first. */
export const materialsOfEvent = (eventId: SQL) => sql<ListedMaterial[]>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'title', m.title, 'url', m.url,
    'fileName', m.file_name, 'size', m.size, 'visibleTo', m.visible_to, 'visibleFrom', m.visible_from,
    'createdAt', m.created_at) order by m.id), '[]')
  from materials m where m.event_id = ${eventId})`

/** Show notes of events. */
export const showNotes = pgTable('show_notes', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  markdown: text().notNull(),
  /** HTML made from `markdown`, in which times are links into the recording. */
  html: text().notNull(),
  updatedAt: updatedAt(),
})

/** The content of files in parts, so that files are written, read and copied without loading one whole. */
export const materialParts = pgTable(
  'material_parts',
  {
    materialId: integer()
      .notNull()
      .references(() => materials.id, { onDelete: 'cascade' }),
    /** Number of this part of the file's content, from 0. */
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.materialId, table.part] })],
)
