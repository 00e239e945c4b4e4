import { refreshEventInstants } from '#features/events/server/write-events.ts'
import { openSite } from '#features/site/server/open-site.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { findDatabase, runCommand, withDatabase } from './command.ts'

/** `npm run repair`: recomputes the derived data of events and people, for operators who changed rows by SQL. */
await runCommand(async () => {
  const config = findDatabase()
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    const { display } = (await openSite(opened.db, config)).site()
    const events = await refreshEventInstants(opened.db, display.zone)
    const people = await repairPeople(opened.db)
    return `Repaired: ${events} events, ${people} people.`
  })
})
