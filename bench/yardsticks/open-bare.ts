import { fillAdminArea } from '#bench/stage/fill-admin.ts'
import { loadSampleSeries } from '#main/sample-series.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { createJobs } from '#platform/jobs/jobs.ts'

/** `people`: number of people in it, like in the site's database. */
export type Opening = { databaseUrl?: string; dataDir: string; people?: number }

/** Opens the yardsticks' database with the sample series and people; each row of the bench opens it again. */
export async function openBare({ people = 0, ...opening }: Opening): Promise<OpenDatabase> {
  const database = await openDatabase(opening)
  await migrateDatabase(database)
  // Creates the queue's tables only: a process that runs jobs would not end.
  const jobs = createJobs(database)
  await jobs.start()
  await jobs.stop()
  await loadSampleSeries(database.db, 'content/site.json', {
    now: new Date(),
    timeZone: 'Africa/Johannesburg',
  })
  const { rows } = await database.pool.query('select count(*)::int known from users')
  if (rows[0].known < people) await fillAdminArea(database.pool, people)
  return database
}
