import { stripVTControlCharacters } from 'node:util'

/** The result of one suite. A suite without a result, or in which nothing ran, is itself a failure. */
export type SuiteResult = {
  name: string
  passed: number
  /** One line for each failure: the test's full name and its error, or an error outside any test. */
  failures: string[]
  /** One line for each test that passed only at its second try, with the error of the first. */
  secondTries?: string[]
  /** One line for each test that did not run, with its reason. */
  skipped: string[]
  seconds: number
  /** Why this machine could try nothing of it. Then it is no failure that nothing ran. */
  notTried?: string
}

/** The result of a suite for which this machine lacks something. */
export function untried(name: string, notTried: string): SuiteResult {
  return { name, passed: 0, failures: [], skipped: [], seconds: 0, notTried }
}

/**
 * Ends the run's report: every failure, second try and skip, how long the parts took, what was not tried
 * at all, then the totals as the last line.
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

/** `name: reason` in one line: the first two lines of the error's message, without colours. */
export function withReason(name: string, error: { message?: string | undefined } | undefined) {
  const plain = stripVTControlCharacters(error?.message ?? '')
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? name : `${name}: ${lines.slice(0, 2).join(' ').slice(0, 400)}`
}

function countNothingAsFailure(result: SuiteResult): SuiteResult {
  if (result.passed > 0 || result.failures.length > 0) return result
  return { ...result, failures: ['no test ran'] }
}
