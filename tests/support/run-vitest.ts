import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { runCommand } from './run-command.ts'
import type { SuiteResult } from './suite-result.ts'

/** Runs the unit tests and the server suite, the latter on both databases. */
export async function runVitest(): Promise<SuiteResult[]> {
  const hasPostgres = (await findPostgresBinaries()) !== undefined
  const projects = ['unit', 'server', ...(hasPostgres ? ['postgres'] : [])]
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-totals-'))
  const totals = join(folder, 'totals.json')
  try {
    const ending = await runCommand({
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...projects.map((name) => `--project=${name}`),
      ],
      env: { GREENROOM_TOTALS: totals },
      limitSeconds: 15 * 60,
      isShown: true,
    })
    const found = existsSync(totals) ? await readFile(totals, 'utf8') : '[]'
    const results = JSON.parse(found) as SuiteResult[]
    const missing = projects.filter((name) => results.every((result) => result.name !== name))
    return [...results, ...missing.map(emptyResult), ...crash(ending.code, results)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function emptyResult(name: string): SuiteResult {
  return { name, passed: 0, failures: [], skipped: [], seconds: 0 }
}

/** An exit code that no failed test explains is a failure of its own. */
function crash(code: number | null, results: SuiteResult[]): SuiteResult[] {
  if (code === 0 || results.some(({ failures }) => failures.length > 0)) return []
  return [{ ...emptyResult('vitest'), failures: [`ended with exit code ${code ?? 'none'}`] }]
}
