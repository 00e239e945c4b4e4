import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { belongsTo } from './database-tags.ts'
import { withReason, type SuiteResult } from './suite-result.ts'

/**
 * Vitest reporter that writes a SuiteResult per project to the file GREENROOM_TOTALS. Vitest's JSON lacks
 * projects and errors outside of tests.
 */
export class VitestTotals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const file = process.env.GREENROOM_TOTALS
    if (file === undefined) return
    const byProject = Map.groupBy(modules, ({ project }) => project.name)
    const results = [...byProject].map(([name, own]) => total(name, own))
    const outside = errors.map((error) => `outside any test: ${error.message}`)
    if (outside.length > 0) {
      results.push({ name: 'vitest', passed: 0, failures: outside, skipped: [], seconds: 0 })
    }
    writeFileSync(file, JSON.stringify(results))
  }
}

function total(project: string, modules: TestModule[]): SuiteResult {
  const result: SuiteResult = { name: project, passed: 0, failures: [], skipped: [], seconds: 0 }
  for (const module of modules) {
    result.seconds += module.diagnostic().duration / 1000
    for (const error of module.errors()) {
      result.failures.push(`${module.relativeModuleId}: ${error.message}`)
    }
    for (const test of module.children.allTests()) {
      if (belongsTo(project, test.tags)) count(result, module, test)
    }
  }
  return result
}

function count(result: SuiteResult, module: TestModule, test: TestCase) {
  const outcome = test.result()
  const name = `${module.relativeModuleId} > ${test.fullName}`
  if (outcome.state === 'passed') {
    result.passed += 1
    if (test.diagnostic()?.flaky) {
      result.secondTries = [...(result.secondTries ?? []), withReason(name, outcome.errors?.[0])]
    }
  } else if (outcome.state === 'failed') result.failures.push(withReason(name, outcome.errors[0]))
  else if (outcome.state === 'skipped') {
    result.skipped.push(outcome.note === undefined ? name : `${name} (${outcome.note})`)
  } else result.failures.push(`${name} (it never ended)`)
}
