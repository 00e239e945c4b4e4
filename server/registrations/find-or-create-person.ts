import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { users } from '#server/db/tables/people.ts'

export type PersonFields = {
  email: string
  firstName?: string
  lastName?: string
  company?: string
  jobTitle?: string
  mobile?: string
  questions?: string
}

const nothingFilled = {
  firstName: '',
  lastName: '',
  company: '',
  jobTitle: '',
  mobile: '',
  questions: '',
}
type Filled = Required<PersonFields>

const returned = { id: users.id, firstName: users.firstName }

const addPerson = prepared('add_person', (db, of: Slots<Filled>) =>
  db
    .insert(users)
    .values({
      email: of.email,
      firstName: of.firstName,
      lastName: of.lastName,
      company: of.company,
      jobTitle: of.jobTitle,
      mobile: of.mobile,
      questions: of.questions,
    })
    .onConflictDoNothing()
    .returning(returned),
)

const fillBlanks = prepared('fill_blanks', (db, of: Slots<Filled>) => {
  const blanksFilled = Object.keys(nothingFilled).map((name) => {
    const column = users[name as keyof typeof nothingFilled]
    return [name, sql`case when ${column} = '' then ${of[name as keyof Filled]} else ${column} end`]
  })
  return db
    .update(users)
    .set({ ...Object.fromEntries(blanksFilled), updatedAt: sql`now()` })
    .where(eq(users.email, of.email))
    .returning(returned)
})

/**
 * The one `users` row of an e-mail. A new person is added; a known one has blanks filled, and no filled
 * field is overwritten by a public form. Two callers at once make one row. Specification, "Registration".
 */
export async function findOrCreatePerson(
  tx: Transaction,
  fields: PersonFields,
): Promise<{ id: number; firstName: string; isExistingUser: boolean }> {
  const filled = { ...nothingFilled, ...fields }
  for (;;) {
    const [created] = await addPerson(tx, filled)
    if (created) return { ...created, isExistingUser: false }
    const [known] = await fillBlanks(tx, filled)
    if (known) return { ...known, isExistingUser: true }
    // Whoever had the address was corrected, merged or erased while we waited: it is free by now.
  }
}
