import { eq } from 'drizzle-orm'
import { completeErasure, erasurePlace } from '#features/erasure/server/complete-erasure.ts'
import { erasePerson } from '#features/erasure/server/erase-person.ts'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { readSettings } from '#platform/settings/settings-store.ts'
import { people } from '#schema/people.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const usage = 'Usage: npm run people -- erase EMAIL'
/**
 * Replaces the job queue, because this command does not run jobs. The running site deletes the erased person at
 * external services within half a minute.
 */
const noJobs = { send: () => Promise.resolve() }

/** `npm run people -- erase EMAIL`: erases a person, as the admin area does. */
await runCommand(async ([action, address]) => {
  const email = cleanEmailAddress(address ?? '')
  if (action !== 'erase' || !email) throw invalidInput([{ field: 'action', message: usage }])
  const config = findDatabase()
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    const { db } = opened
    const [person] = await db.select().from(people).where(eq(people.email, email))
    if (!person) throw new UnusableDatabase('There is no person with this email.')
    const now = new Date()
    const context = { actor: null, jobs: noJobs, now, by: 'terminal' } as const
    const { number } = await erasePerson(db, person.key, context)
    const settings = await readSettings(db, config)
    const where = { ...erasurePlace({ ...config, ...settings }), now }
    await completeErasure(db, where, number)
    return `Erased. The admin area shows the result at Zoom and MailerLite under number ${number}.`
  })
})
