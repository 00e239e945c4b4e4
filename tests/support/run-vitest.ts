import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { runCommand } from './run-command.ts'
import type { Place } from './run-parts.ts'
import { untried, type SuiteResult } from './suite-result.ts'

/** Runs the named projects, each of which must return a result; or only the given test files. */
export async function runVitest(
  { show, book }: Place,
  projects: string[],
  files?: string[],
): Promise<SuiteResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-totals-'))
  const totals = join(folder, 'totals.json')
  try {
    const ending = await runCommand({
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...projects.map((name) => `--project=${name}`),
        ...(files ? ['--passWithNoTests', ...files] : []),
      ],
      env: { GREENROOM_TOTALS: totals },
      limitSeconds: 20 * 60,
      show,
      book,
    })
    const found = existsSync(totals) ? await readFile(totals, 'utf8') : '[]'
    const results = JSON.parse(found) as SuiteResult[]
    const expected = files ? [] : projects
    const missing = expected.filter((name) => results.every((result) => result.name !== name))
    return [...results, ...missing.map(emptyResult), ...crash(ending.code, results)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the tests for a PostgreSQL server, or only the given files. */
export async function runOnPostgres(place: Place, files?: string[]): Promise<SuiteResult[]> {
  if (await findPostgresBinaries()) return runVitest(place, ['postgres'], files)
  const concerns = 'locks, races, jobs, migrations, copies, several nodes'
  return [untried('postgres', `no PostgreSQL server of version 15 or newer is here (${concerns})`)]
}

function emptyResult(name: string): SuiteResult {
  return { name, passed: 0, failures: [], skipped: [], seconds: 0 }
}

/** A failing exit code without a failed test is a failure. */
function crash(code: number | null, results: SuiteResult[]): SuiteResult[] {
  if (code === 0 || results.some(({ failures }) => failures.length > 0)) return []
  return [{ ...emptyResult('vitest'), failures: [`ended with exit code ${code ?? 'none'}`] }]
}
