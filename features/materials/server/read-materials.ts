import { and, asc, eq, sql } from 'drizzle-orm'
import { type EventRow, unknownEvent } from '#features/events/server/event-rows.ts'
import { isMaterialOut } from '#features/events/rules.ts'
import type { AdminMaterial } from '#features/materials/contract.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { type Material, presentMaterial } from '#kernel/materials.ts'
import type { Db } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import { readLinkKey, type LinkKey } from '#platform/signed-links/signed-links.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { materials } from '#schema/materials.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { signMaterialPath } from '#platform/signed-links/material-paths.ts'

export type MaterialRow = typeof materials.$inferSelect

/** The reader: the session's email, and whether the session may use the library. */
export type Reader = { email: string | null; isMember: boolean }

const readVisible = prepared(
  'visible_materials',
  (db, of: Slots<{ ids: number[]; email: string; isMember: boolean }>) =>
    db
      .select()
      .from(materials)
      .where(
        sql`${materials.eventId} = any(${of.ids}::integer[]) and (${materials.visibleTo} = 'everybody'
          or ${materials.visibleTo} = 'members' and ${of.isMember}::boolean
          or ${materials.visibleTo} = 'registrants' and exists (select from ${eventRegistrations}
            join ${users} on ${users.id} = ${eventRegistrations.userId}
            where ${eventRegistrations.eventId} = ${materials.eventId}
              and ${eventRegistrations.registrationType} = 'confirmed' and ${users.email} = ${of.email}))`,
      )
      .orderBy(asc(materials.id)),
)

/** Returns the materials of each of these events that a reader may see now, by the event's id. */
export async function listMaterialsFor(
  db: Db,
  rows: EventRow[],
  { email, isMember }: Reader,
  time: TimeContext,
): Promise<Map<number, Material[]>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const found = await readVisible(db, { ids, email: email ?? '', isMember })
  const byId = new Map(rows.map((event) => [event.id, event]))
  const shown = found.filter((row) => isMaterialOut(row, byId.get(row.eventId)!, time))
  const isSigned = (row: MaterialRow) => row.kind === 'file' && row.visibleTo !== 'everybody'
  const linkKey = shown.some(isSigned) ? await readLinkKey(db) : undefined
  const present = (row: MaterialRow) =>
    presentMaterial(
      row,
      linkKey && isSigned(row) ? signMaterialPath(row, { linkKey, now: time.now }) : undefined,
    )
  return new Map(
    [...Map.groupBy(shown, ({ eventId }) => eventId)].map(([id, own]) => [id, own.map(present)]),
  )
}

/** Returns a material with all fields; the paths of files are signed, so that administrators can open drafts' files. */
export function presentToAdmin(
  row: MaterialRow,
  context: { linkKey: LinkKey; now: Date },
): AdminMaterial {
  const { fileName, visibleTo, visibleFrom } = row
  return {
    ...presentMaterial(row, signMaterialPath(row, context)),
    fileName,
    visibleTo,
    visibleFrom,
  }
}

export async function listEventMaterials(db: Db, eventId: number): Promise<MaterialRow[]> {
  return db
    .select()
    .from(materials)
    .where(eq(materials.eventId, eventId))
    .orderBy(asc(materials.id))
}

/** Returns the materials of an event that a reader may see now. Throws 404 for an unknown or unpublished event. */
export async function listOwnMaterials(
  db: Db,
  eventId: number,
  reader: Reader,
  time: TimeContext,
): Promise<Material[]> {
  const isShown = and(eq(events.id, eventId), isPublishedAt(time.now))
  const found = await db.select().from(events).where(isShown)
  if (found.length === 0) throw unknownEvent(eventId)
  return (await listMaterialsFor(db, found, reader, time)).get(eventId) ?? []
}
