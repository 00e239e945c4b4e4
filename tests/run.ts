import process from 'node:process'
import { canUseApt, installPackage } from './support/find-browser.ts'
import { findPostgresBinaries } from './support/postgres-binaries.ts'
import { runChecks } from './support/run-checks.ts'
import { runCluster } from './support/run-cluster.ts'
import { runJourneys } from './support/run-journeys.ts'
import { runVitest } from './support/run-vitest.ts'
import { summarise, type SuiteResult } from './support/suite-result.ts'

/** `npm test`: everything. `npm test -- check`, `-- server`, `-- browser` or `-- cluster`: that part alone. */
const parts: Record<string, () => Promise<SuiteResult[]>> = {
  check: async () => [await runChecks()],
  server: runVitest,
  browser: runJourneys,
  cluster: runCluster,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => parts[name] === undefined)
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130))
}

if (asked.length !== 1 || asked[0] !== 'check') await obtainPostgres()
const results: SuiteResult[] = []
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name} ──`)
  results.push(...(await run().catch((error: Error) => [crashed(name, error)])))
}
const { text, isGreen } = summarise(results)
console.log(text)
process.exitCode = isGreen ? 0 : 1

function crashed(name: string, error: Error): SuiteResult {
  console.error(error)
  return { name, passed: 0, failures: [error.message], skipped: [], seconds: 0 }
}

/** Says in one line which PostgreSQL the suites run on; a CI machine is given one if it can be. */
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
      ? 'PostgreSQL: no server of version 15 or newer here, so only the embedded database is tested'
      : `PostgreSQL: ${binaries.folder}, version ${binaries.version}${isInstalled ? ', installed with apt-get' : ''}`,
  )
}
