import type { Pool } from 'pg'
import { getDashboardCounts } from '#features/reports/server/dashboard-counts.ts'
import {
  listEventRegistrations,
  listRegistrantAccessStats,
  listRegistrations,
  listVideoAccess,
} from '#features/reports/server/people-lists.ts'
import { getReports } from '#features/reports/server/reports.ts'
import { loadSite } from '#features/site/server/load-site.ts'
import { openDatabase } from '#platform/db/open.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { loadConfig } from '#platform/settings/config.ts'

export type Hold = { read: string; longest: number; all: number; queries: number }

/** Measures how long each read of the admin area blocks the idle embedded database. */
export async function measureHolds(dataDir: string): Promise<Hold[]> {
  const { db, pool, close } = await openDatabase({ dataDir })
  const spent = noteQueries(pool)
  const turns = createTurns(1)
  const { display } = await loadSite(loadConfig({}).siteFile)
  const reads: Record<string, () => Promise<unknown>> = {
    counts: () => getDashboardCounts(db, turns),
    registrations: () => drain(listRegistrations(db, turns)),
    'event registrations': () => drain(listEventRegistrations(db, turns)),
    'video access': () => drain(listVideoAccess(db, turns)),
    'member access': () => drain(listRegistrantAccessStats(db, turns)),
    figures: () => getReports(db, turns, { now: new Date(), timeZone: display.zone }),
  }
  const holds: Hold[] = []
  for (const [read, run] of Object.entries(reads)) {
    spent.length = 0
    await run()
    const all = spent.reduce((sum, ms) => sum + ms, 0)
    holds.push({ read, longest: Math.max(...spent), all, queries: spent.length })
  }
  await close()
  return holds
}

async function drain(portions: AsyncGenerator) {
  for await (const _portion of portions);
}

/** Records the duration of each query from now on. */
function noteQueries(pool: Pool): number[] {
  const spent: number[] = []
  const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  pool.query = (async (...given: unknown[]) => {
    const begun = performance.now()
    const answer = await ask(...given)
    spent.push(performance.now() - begun)
    return answer
  }) as never
  return spent
}
