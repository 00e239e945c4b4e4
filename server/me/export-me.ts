import type { Person } from '#shared/contract/people.ts'
import type { Db } from '#server/db/open.ts'
import { readPerson } from '#server/people/read-person.ts'
import { findOwnKey } from './find-own-key.ts'

/** Everything that is known of the person with this address. Throws 404 where nobody has it any more. */
export async function exportAccount(db: Db, email: string): Promise<Person> {
  return readPerson(db, await findOwnKey(db, email))
}
