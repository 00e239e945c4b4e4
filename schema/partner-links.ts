import { date, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { partnerLinkKinds } from '#kernel/partner-link-kinds.ts'
import { createdAt, id, oneOf } from './columns.ts'

/** Numbers of a partner or guest, rounded down. */
export type PartnerNumbers = {
  views: number
  events: {
    eventId: number
    registered: number
    /** Null while the attendance is not known. */
    attended: number | null
  }[]
}

/** Links to read-only numbers of the people who came by a partner's path or a guest's link. */
export const partnerLinks = pgTable(
  'partner_links',
  {
    id: id(),
    kind: text({ enum: partnerLinkKinds }).notNull(),
    /** The partner's path, such as `/acme`, or the `via` parameter of the guest's link. */
    key: text().notNull(),
    createdAt: createdAt(),
    /** The Monday up to which `numbers` count; null until the page is opened. */
    countedUntil: date({ mode: 'string' }),
    numbers: jsonb().$type<PartnerNumbers>(),
  },
  (table) => [
    unique('partner_links_key_unique').on(table.kind, table.key),
    oneOf('partner_links_kind_check', table.kind, partnerLinkKinds),
  ],
)
