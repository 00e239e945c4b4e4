import { sql, type SQL } from 'drizzle-orm'
import type { CrewMember } from '#shared/contract/crew.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { instantText } from '#server/db/instant-text.ts'
import { Refusal } from '#server/refusal.ts'

type Found = Omit<CrewMember, 'mail'> & {
  state: NonNullable<CrewMember['mail']>['state'] | null
  lastError: string | null
}

/** Who holds an event, as the admin area shows them. Throws 404 for an unknown event. */
export async function listCrew(db: Db, eventId: number): Promise<{ crew: CrewMember[] }> {
  const { rows } = await db.execute(sql`select from events where id = ${eventId}`)
  if (rows.length === 0) throw new Refusal('no_such_event', { message: 'There is no such event' })
  return { crew: await findCrew(db, sql`c.event_id = ${eventId}`) }
}

/** One of them; throws 404 for whoever is in no crew any more. */
export async function readCrewMember(db: Db | Transaction, id: number): Promise<CrewMember> {
  const [found] = await findCrew(db, sql`c.id = ${id}`)
  if (!found) throw new Refusal('no_such_crew_member')
  return found
}

/** Each with the latest mail that brought them their link. */
async function findCrew(db: Db | Transaction, condition: SQL): Promise<CrewMember[]> {
  const { rows } = await db.execute<Found>(sql`
    select c.id, c.event_id as "eventId", c.name, c.email, c.role, p.key as "personKey",
      ${instantText(sql`c.created_at`)} as "createdAt", d.state, d.last_error as "lastError"
    from event_crew c left join people p on p.email = c.email
    left join lateral (select state, last_error from message_deliveries m
      where m.kind = 'crew_added' and m.event_id = c.event_id and m.email = c.email
      order by m.id desc limit 1) d on true
    where ${condition} order by c.id`)
  return rows.map(({ state, lastError, ...member }) => ({
    ...member,
    mail: state && { state, lastError },
  }))
}
