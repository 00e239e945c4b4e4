import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
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

const fillable = {
  firstName: users.firstName,
  lastName: users.lastName,
  company: users.company,
  jobTitle: users.jobTitle,
  mobile: users.mobile,
  questions: users.questions,
}

/**
 * The one `users` row of an e-mail. A new person is added; a known one has blanks filled, and no filled
 * field is overwritten by a public form. Two callers at once make one row. Specification, "Registration".
 */
export async function findOrCreatePerson(
  tx: Transaction,
  fields: PersonFields,
): Promise<{ id: number; firstName: string; isExistingUser: boolean }> {
  const returned = { id: users.id, firstName: users.firstName }
  const blanksFilled = Object.entries(fillable).flatMap(([name, column]) => {
    const value = fields[name as keyof typeof fillable]
    return value ? [[name, sql`case when ${column} = '' then ${value} else ${column} end`]] : []
  })
  for (;;) {
    const [created] = await tx
      .insert(users)
      .values(fields)
      .onConflictDoNothing()
      .returning(returned)
    if (created) return { ...created, isExistingUser: false }
    const [known] = await tx
      .update(users)
      .set({ ...Object.fromEntries(blanksFilled), updatedAt: sql`now()` })
      .where(eq(users.email, fields.email))
      .returning(returned)
    if (known) return { ...known, isExistingUser: true }
    // Whoever had the address was corrected, merged or erased while we waited: it is free by now.
  }
}
