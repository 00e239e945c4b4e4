import process from 'node:process'
import { canUseApt, installPackage } from './support/find-browser.ts'
import { changedParts } from './support/changed-parts.ts'
import { findPostgresBinaries } from './support/postgres-binaries.ts'
import { runChecks } from './support/run-checks.ts'
import { runCluster } from './support/run-cluster.ts'
import { runJourneys } from './support/run-journeys.ts'
import { runParts, type Parts } from './support/run-parts.ts'
import { runOnPostgres, runVitest } from './support/run-vitest.ts'
import { summarise } from './support/suite-result.ts'
import { useMemoryForFiles } from './support/use-memory-for-files.ts'

/**
 * `npm test`: runs everything. `npm test -- check`, `-- server` and so on: one part. `npm test -- --changed
 * [revision]`: tests that changes since main, or the revision, may have broken.
 */
const all: Parts = {
  check: async (place) => [await runChecks(place)],
  server: (place) => runVitest(place, ['unit', 'server']),
  postgres: (place) => runOnPostgres(place),
  browser: (place) => runJourneys(place),
  cluster: (place) => runCluster(place),
}

const isChanged = process.argv[2] === '--changed'
const asked = isChanged ? [] : process.argv.slice(2)
const unknown = asked.filter((name) => all[name] === undefined)
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130))
}

useMemoryForFiles()
const parts = isChanged ? await changedParts(process.argv[3]) : all
const wanted = Object.keys(parts).filter((name) => asked.length === 0 || asked.includes(name))
if (wanted.includes('postgres') || wanted.includes('browser')) await obtainPostgres()
const { results, minutes } = await runParts(parts, wanted)
const { text, isGreen } = summarise(results, minutes)
console.log(text)
process.exitCode = isGreen ? 0 : 1

/** Prints which PostgreSQL the suites use; installs one on CI machines if possible. */
async function obtainPostgres() {
  const isCi = (process.env.CI ?? '') !== ''
  let binaries = await findPostgresBinaries()
  const isInstalled = binaries === undefined && isCi && canUseApt()
  if (isInstalled) {
    await installPackage('postgresql')
    binaries = await findPostgresBinaries()
  }
  console.log(
    binaries === undefined
      ? 'PostgreSQL: no server of version 15 or newer here'
      : `PostgreSQL: ${binaries.folder}, version ${binaries.version}${isInstalled ? ', installed with apt-get' : ''}`,
  )
}
