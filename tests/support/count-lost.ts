import type { ClientBase, Pool } from 'pg'

/** Counts lost and duplicated people; a complete person has one row of each kind. */
export async function countLostAndDoubled(client: ClientBase | Pool, emails: string[]) {
  const { rows } = await client.query<{ registrations: number; mails: number; people: number }>(
    `select
       (select count(*)::int from users u where u.email = e) as people,
       (select count(*)::int from event_registrations r join users u on u.id = r.user_id
        where u.email = e) as registrations,
       (select count(*)::int from outbox_entries d
        where d.email = e and d.kind = 'registration_confirmed') as mails
     from unnest($1::text[]) as e`,
    [emails],
  )
  const counts = rows.map(({ people: persons, registrations, mails }) => [
    persons,
    registrations,
    mails,
  ])
  return {
    lost: counts.filter((row) => row.some((count) => count < 1)).length,
    doubled: counts.filter((row) => row.some((count) => count > 1)).length,
  }
}
