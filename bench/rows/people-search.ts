import type { Growth } from '#bench/measure/growth.ts'
import { printTimes } from '#bench/measure/print-times.ts'
import { fillAdminArea } from '#bench/stage/fill-admin.ts'
import { openDatabases } from '#bench/stage/open-databases.ts'
import { listPeople as contract, type PeopleFilter } from '#features/people/contract.ts'
import { listPeople } from '#features/people/server/list-people.ts'
import { buildRecording } from '#tests/support/builders.ts'

/** One in thirty people has a bounced address. */
const bounced = `insert into bounces (email, person_key, is_lasting, reason)
  select email, key, true, '550 No such mailbox' from people where abs(hashtext(email)) % 30 = 0`

const people = 100_000

/** Measures searches for people in the admin area among 100,000; the target is 200 ms. */
export async function measurePeopleSearch(
  only: string | undefined,
  turns: number,
): Promise<Growth[]> {
  for await (const { kind, database } of openDatabases(only)) {
    for (let number = 1; number <= 10; number++) await buildRecording(database.db)
    await fillAdminArea(database.pool, people)
    await database.pool.query(bounced)
    await database.pool.query('vacuum (analyze) people, bounces')
    console.log(`\n${kind}: ${people} people`)
    async function print(name: string, filters: Partial<Record<keyof PeopleFilter, unknown>>[]) {
      const calls = filters.map((filter) => {
        const wanted = contract.query.parse(filter)
        return () => listPeople(database.db, wanted, { now: new Date(), timeZone: 'UTC' })
      })
      await printTimes(`${kind}: ${name}`, database, calls, turns)
    }
    await print('everybody, first and last page', [{}, { page: Math.ceil(people / 50) }])
    await print('one person by email', [{ search: 'person.777@' }, { search: 'viewer.42@' }])
    await print('parts of names', [{ search: 'thandi nko' }, { search: 'zoë' }, { search: 'mail' }])
    await print('of an event', [
      { event: 3 },
      { event: 3, watched: 'yes' },
      { event: 3, came: 'no' },
    ])
    await print('who agreed, or did not', [{ consent: 'yes' }, { consent: 'no' }])
    await print('who watched', [{ watched: 'yes' }, { watched: 'no' }])
    await print('whose mails come back', [{ bounced: 'yes' }, { bounced: 'no', search: 'nko' }])
  }
  return []
}
