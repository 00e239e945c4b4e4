import { eq } from 'drizzle-orm'
import { openErasureStore, completeErasure } from '#features/erasure/server/complete-erasure.ts'
import { erasePerson } from '#features/erasure/server/erase-person.ts'
import { hasCluster } from '#platform/db/embedded/cluster-folder.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import { people } from '#schema/people.ts'
import { withDatabase, runCommand } from './command.ts'

const usage = 'Say whom: npm run people -- erase EMAIL'
/** What is left to do at providers the sweep finds at the next start, or within half a minute. */
const noJobs = { send: () => Promise.resolve() }

/** `npm run people -- erase EMAIL`: erases a person as the admin area does. */
await runCommand(async ([action, given]) => {
  const config = loadConfig(processEnvironment())
  const email = given?.trim().toLowerCase()
  if (action !== 'erase' || !email) throw invalidInput([{ field: 'action', message: usage }])
  if (!config.databaseUrl && !hasCluster(config.dataDir)) {
    throw new UnusableDatabase(`There is no database in ${config.dataDir} (DATA_DIR).`)
  }
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    const { db } = opened
    const [person] = await db.select().from(people).where(eq(people.email, email))
    if (!person) throw new UnusableDatabase('Nobody with this e-mail is known.')
    const now = new Date()
    const context = { actor: null, jobs: noJobs, now, by: 'terminal' } as const
    const { number } = await erasePerson(db, person.key, context)
    const where = { store: openErasureStore(config), dataDir: config.dataDir, now }
    await completeErasure(db, where, number)
    return `Erased. What Zoom and MailerLite make of it is kept under number ${number} in the admin area.`
  })
})
