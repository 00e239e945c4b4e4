import { chooseTests } from './choose-tests.ts'
import { findChanged } from './find-changed.ts'
import { runChecks } from './run-checks.ts'
import { runJourneys } from './run-journeys.ts'
import type { Parts } from './run-parts.ts'
import { runOnPostgres, runVitest } from './run-vitest.ts'
import { readSources } from './source-tree.ts'

/** Returns the checks, and the tests that changes since main, or a revision, may have broken. */
export async function changedParts(revision?: string): Promise<Parts> {
  const { since, paths } = await findChanged(revision)
  const { tests, journeys, journeysLeft } = chooseTests(readSources(), paths)
  console.log(
    `${paths.length} files differ from ${since}: ${tests.length} test files and ${journeys.length} journeys concern them`,
  )
  if (journeysLeft.length > 0) console.log(`Less concerned, not run: ${journeysLeft.join(', ')}`)
  return {
    check: async (place) => [await runChecks(place)],
    ...(tests.length > 0 && {
      server: (place) => runVitest(place, ['unit', 'server'], tests),
      postgres: (place) => runOnPostgres(place, tests),
    }),
    ...(journeys.length > 0 && { browser: (place) => runJourneys(place, journeys) }),
  }
}
