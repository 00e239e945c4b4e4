import { stripVTControlCharacters } from 'node:util'

/** The result of a suite. A suite without results, or in which no test ran, counts as a failure. */
export type SuiteResult = {
  name: string
  passed: number
  /** A line per failure: the test's full name and error, or an error outside of tests. */
  failures: string[]
  /** A line per test that passed only at its second try, with the first error. */
  secondTries?: string[]
  /** A line per skipped test with its reason. */
  skipped: string[]
  seconds: number
  /** Why this machine cannot run the suite, which is then not a failure. */
  notTried?: string
}

/** Returns the result of a suite that this machine cannot run. */
export function untried(name: string, notTried: string): SuiteResult {
  return { name, passed: 0, failures: [], skipped: [], seconds: 0, notTried }
}

/**
 * Prints the report: failures, second tries, skipped tests, durations, suites that did not run, and the totals
 * as last line.
 */
export function summarise(
  results: SuiteResult[],
  minutes: string[] = [],
): { text: string; isGreen: boolean } {
  const counted = results.filter(({ notTried }) => !notTried).map(countNothingAsFailure)
  const lines = counted.map(
    ({ name, passed, failures, skipped, seconds }) =>
      `${failures.length === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failures.length} failed` +
      `${skipped.length === 0 ? '' : `, ${skipped.length} skipped`} (${seconds.toFixed(1)} s)`,
  )
  const passed = counted.reduce((sum, result) => sum + result.passed, 0)
  const failed = counted.reduce((sum, result) => sum + result.failures.length, 0)
  const named = (mark: string, pick: (result: SuiteResult) => string[]) =>
    counted.flatMap((result) => pick(result).map((line) => `${mark} ${result.name}: ${line}`))
  return {
    text: [
      '',
      ...named('skipped', ({ skipped }) => skipped),
      ...named('second try', ({ secondTries }) => secondTries ?? []),
      ...named('failed ', ({ failures }) => failures),
      ...lines,
      ...(minutes.length === 0 ? [] : [minutes.join(', ')]),
      ...results.flatMap(({ name, notTried }) =>
        notTried ? [`NOT TRIED: ${name}: ${notTried}`] : [],
      ),
      `${passed} passed, ${failed} failed`,
    ].join('\n'),
    isGreen: failed === 0 && passed > 0,
  }
}

/** Returns `name: reason` in one line, with the first two lines of the error without colours. */
export function withReason(name: string, error: { message?: string | undefined } | undefined) {
  const plain = stripVTControlCharacters(error?.message ?? '')
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? name : `${name}: ${lines.slice(0, 2).join(' ').slice(0, 400)}`
}

function countNothingAsFailure(result: SuiteResult): SuiteResult {
  if (result.passed > 0 || result.failures.length > 0) return result
  return { ...result, failures: ['no test ran'] }
}
