import { eq, inArray } from 'drizzle-orm'
import { crewRoleNames, readVia } from '#features/crew/rules.ts'
import type { Db } from '#platform/db/open.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'

/**
 * Returns labels for the `via` parameters of crew members' own links, such as `Ama Mensah (guest)`. Parameters that
 * belong to no crew member have none. If two labels are equal, both also name the event.
 */
export async function readViaLabels(db: Db, vias: string[]): Promise<Map<string, string>> {
  const read = vias.flatMap((via) => {
    const member = readVia(via)
    return member ? [{ via, ...member }] : []
  })
  if (read.length === 0) return new Map()
  const ids = [...new Set(read.map(({ id }) => id))]
  const members = await db
    .select({ id: eventCrew.id, name: eventCrew.name, title: events.title })
    .from(eventCrew)
    .innerJoin(events, eq(events.id, eventCrew.eventId))
    .where(inArray(eventCrew.id, ids))
  const labelled = read.flatMap(({ via, id, role }) => {
    const member = members.find((row) => row.id === id)
    if (!member) return []
    const label = `${member.name} (${crewRoleNames[role].toLowerCase()})`
    return [{ via, label, title: member.title }]
  })
  const uses = Map.groupBy(labelled, ({ label }) => label)
  return new Map(
    labelled.map(({ via, label, title }) => [
      via,
      uses.get(label)!.length > 1 ? `${label}, ${title}` : label,
    ]),
  )
}
