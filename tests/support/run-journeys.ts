import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { obtainBrowser, obtainFirefox } from './find-browser.ts'
import { startPostgres } from './postgres.ts'
import { runCommand } from './run-command.ts'
import type { Place } from './run-parts.ts'
import { untried, withReason, type SuiteResult } from './suite-result.ts'

/**
 * Runs all journeys in a browser on the embedded database, and those that playwright.config.ts lists on
 * PostgreSQL, if available. Given files run on the embedded database only.
 */
export async function runJourneys(place: Place, files: string[] = []): Promise<SuiteResult[]> {
  const browser = await obtainBrowser()
  console.log(browser.how)
  if (browser.path === null) return [failed('browser', [browser.how])]
  const firefox = await obtainFirefox()
  const withoutFirefox = firefox.path === null ? [untried('browser in Firefox', firefox.how)] : []
  if (firefox.path !== null) console.log(firefox.how)
  const env = { CHROME_PATH: browser.path }
  // Given files are meant to run quickly.
  if (files.length > 0) return [await runOn('browser', place, env, files), ...withoutFirefox]
  const postgres = await startPostgres()
  if (postgres.url === null) {
    const missing = untried('browser on PostgreSQL', postgres.reason)
    return [await runOn('browser', place, env), ...withoutFirefox, missing]
  }
  const onEmbedded = { ...env, POSTGRES_COMES_TOO: '1' }
  const onPostgres = { ...env, JOURNEY_SERVER_URL: postgres.url }
  const results = [await runOn('browser', place, onEmbedded), ...withoutFirefox]
  results.push(await runOn('browser on PostgreSQL', place, onPostgres))
  await postgres.stop()
  return results
}

async function runOn(
  name: string,
  { show, book }: Place,
  env: Record<string, string>,
  files: string[] = [],
): Promise<SuiteResult> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-journeys-'))
  const file = join(folder, 'report.json')
  try {
    const ending = await runCommand({
      args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...files],
      env: { ...env, NO_COLOR: undefined, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      limitSeconds: 25 * 60,
      show,
      book,
    })
    if (!existsSync(file)) return failed(name, ['ended without a report'], ending.seconds)
    const report = JSON.parse(await readFile(file, 'utf8')) as JSONReport
    const result = { ...readReport(name, report), seconds: ending.seconds }
    if (ending.code !== 0 && result.failures.length === 0) {
      result.failures.push(`ended with exit code ${ending.code ?? 'none'}`)
    }
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readReport(name: string, report: JSONReport): SuiteResult {
  const result = failed(name, [])
  for (const error of report.errors) {
    result.failures.push(`outside any test: ${(error.message ?? '').split('\n')[0]}`)
  }
  for (const suite of report.suites) count(result, suite, [])
  return result
}

function count(result: SuiteResult, suite: JSONReportSuite, above: string[]) {
  const path = [...above, suite.title]
  for (const spec of suite.specs) {
    for (const { status, projectName, annotations, results } of spec.tests) {
      const full = `[${projectName}] ${[...path, spec.title].join(' > ')}`
      const error = results.find((attempt) => attempt.error)?.error
      if (status === 'expected') result.passed += 1
      else if (status === 'flaky') {
        result.passed += 1
        result.secondTries = [...(result.secondTries ?? []), withReason(full, error)]
      } else if (status === 'skipped') {
        const reason = annotations.find(({ type }) => type === 'skip')?.description
        result.skipped.push(reason === undefined ? full : `${full} (${reason})`)
      } else result.failures.push(withReason(full, error))
    }
  }
  for (const inner of suite.suites ?? []) count(result, inner, path)
}

function failed(name: string, failures: string[], seconds = 0): SuiteResult {
  return { name, passed: 0, failures, skipped: [], seconds }
}
