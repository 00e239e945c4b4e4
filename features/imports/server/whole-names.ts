import { sql } from 'drizzle-orm'
import { joinName } from '#features/imports/rules.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { ImportedPerson } from './write-people.ts'

type KnownName = { email: string; firstName: string; lastName: string }

/** Whether a list's whole name is the known one, wherever it was split. */
export function isSameName(
  person: Pick<ImportedPerson, 'firstName' | 'lastName'>,
  known: Pick<KnownName, 'firstName' | 'lastName'>,
): boolean {
  return joinName(person).toLowerCase() === joinName(known).toLowerCase()
}

/** Gives known people whose whole name a list repeats their first and last name as they are known. */
export async function keepSplitNames(
  tx: Transaction,
  people: ImportedPerson[],
): Promise<ImportedPerson[]> {
  const emails = people.filter(({ isWhole }) => isWhole).map(({ email }) => email)
  if (emails.length === 0) return people
  const { rows } = await tx.execute<KnownName>(sql`
    select email, first_name as "firstName", last_name as "lastName"
    from users where email = any(${sql.param(emails)}::text[])`)
  const known = new Map(rows.map((row) => [row.email, row]))
  return people.map((person) => {
    const name = person.isWhole ? known.get(person.email) : undefined
    if (!name || !isSameName(person, name)) return person
    return { ...person, firstName: name.firstName, lastName: name.lastName }
  })
}
