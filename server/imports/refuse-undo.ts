import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { users, videoAccess } from '#server/db/tables/people.ts'
import { Refusal } from '#server/refusal.ts'
import { readKeys } from './read-keys.ts'
import { countPeopleOf } from './read-written.ts'

const mostShown = 50

/** The refusal that says who stands in the way, the first of them by name, and how many there are besides. */
export async function refuseUndo(tx: Transaction, batchId: string, people: Map<string, string>) {
  const shown = [...people].slice(0, mostShown)
  const names = await readNames(
    tx,
    shown.map(([email]) => email),
  )
  const keys = await readKeys(
    tx,
    shown.map(([email]) => email),
  )
  const blockers = shown.map(([email, reason]) => ({
    name: names.get(email) ?? '',
    email,
    personKey: keys.get(email) ?? null,
    reason,
  }))
  const [first] = blockers
  const more = people.size > 1 ? `, and ${people.size - 1} more` : ''
  return new Refusal('import_built_on', {
    message: first
      ? `This import cannot be undone as a whole: ${first.email} ${first.reason}${more}. Repeat with ?leave=${people.size} to leave them as they are.`
      : 'Nobody stands in the way of undoing this import any more: it can be undone as a whole.',
    blockers,
    blockerCount: people.size,
    others: (await countPeopleOf(tx, batchId)) - people.size,
  })
}

/** Names by e-mail, of people and of those who have video access alone. */
async function readNames(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const named = [videoAccess, users]
  const found = new Map<string, string>()
  for (const table of named) {
    const rows = await tx
      .select({ email: table.email, firstName: table.firstName, lastName: table.lastName })
      .from(table)
      .where(inArray(table.email, emails))
    for (const { email, firstName, lastName } of rows) {
      const name = `${firstName} ${lastName}`.trim()
      if (name) found.set(email, name)
    }
  }
  return found
}
