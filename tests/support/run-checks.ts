import { existsSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { runCommand } from './run-command.ts'
import type { Place } from './run-parts.ts'
import type { SuiteResult } from './suite-result.ts'

type Check = { name: string; steps: string[][] }

const hasPages = existsSync('react-router.config.ts')

const checks: Check[] = [
  { name: 'format', steps: [['oxfmt/bin/oxfmt', '--check']] },
  { name: 'lint and import rules', steps: [['oxlint/bin/oxlint']] },
  {
    name: 'types',
    steps: [
      ...(hasPages ? [['@react-router/dev/bin.cjs', 'typegen']] : []),
      ['typescript/bin/tsc', '--noEmit'],
    ],
  },
  { name: 'dead code', steps: [['knip/bin/knip.js', '--treat-config-hints-as-errors']] },
  { name: 'structure', steps: [['vitest/vitest.mjs', 'run', '--project', 'structure']] },
]

/** Runs all checks, two at a time, and prints the output of failed ones. */
export async function runChecks({ show, book }: Place): Promise<SuiteResult> {
  const started = performance.now()
  const result: SuiteResult = { name: 'check', passed: 0, failures: [], skipped: [], seconds: 0 }
  const waiting = [...checks]
  async function work() {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { isGreen, output, seconds } = await runCheck(check, book)
      show(`${isGreen ? '✓' : '✗'} ${check.name} (${seconds.toFixed(1)} s)\n`)
      if (isGreen) result.passed += 1
      else {
        result.failures.push(check.name)
        show(`${stripVTControlCharacters(output).trim().replaceAll(/^/gm, '    ')}\n`)
      }
    }
  }
  await Promise.all([work(), work()])
  return { ...result, seconds: (performance.now() - started) / 1000 }
}

async function runCheck({ steps }: Check, book: Place['book']) {
  let output = ''
  let seconds = 0
  for (const [script = '', ...args] of steps) {
    const step = await runCommand({
      args: [`node_modules/${script}`, ...args],
      limitSeconds: 600,
      book,
    })
    output += step.output
    seconds += step.seconds
    if (step.code !== 0) return { isGreen: false, output, seconds }
  }
  return { isGreen: true, output, seconds }
}
