import { fillAdminArea } from '#bench/stage/fill-admin.ts'
import { loadSampleSeries } from '#main/sample-series.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { createJobs } from '#platform/jobs/jobs.ts'

/** `people`: how many it holds before, as the site's own database does. */
export type Opening = { databaseUrl?: string; dataDir: string; people?: number }

/** The yardsticks' database, with the sample series and so many people. Each row of the bench opens it anew. */
export async function openBare({ people = 0, ...opening }: Opening): Promise<OpenDatabase> {
  const database = await openDatabase(opening)
  await migrateDatabase(database)
  // For its tables alone: nothing is to work here, and a process with jobs does not end.
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
