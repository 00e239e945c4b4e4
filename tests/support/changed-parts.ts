import { chooseTests } from './choose-tests.ts'
import { findChanged } from './find-changed.ts'
import { runChecks } from './run-checks.ts'
import { runJourneys } from './run-journeys.ts'
import { runOnPostgres, runVitest } from './run-vitest.ts'
import { readSources } from './source-tree.ts'
import type { SuiteResult } from './suite-result.ts'

/** The parts of a run, in their order. */
export type Parts = Record<string, () => Promise<SuiteResult[]>>

/** The checks, and of the other parts what the changes since main, or a revision, can have broken. */
export async function changedParts(revision?: string): Promise<Parts> {
  const { since, paths } = await findChanged(revision)
  const { tests, journeys, journeysLeft } = chooseTests(readSources(), paths)
  console.log(
    `${paths.length} files differ from ${since}: ${tests.length} test files and ${journeys.length} journeys concern them`,
  )
  if (journeysLeft.length > 0) console.log(`Less concerned, not run: ${journeysLeft.join(', ')}`)
  return {
    check: async () => [await runChecks()],
    ...(tests.length > 0 && {
      server: () => runVitest(['unit', 'server'], tests),
      postgres: () => runOnPostgres(tests),
    }),
    ...(journeys.length > 0 && { browser: () => runJourneys(journeys) }),
  }
}
