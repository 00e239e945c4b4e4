import { findClusterPrograms, packagesLine } from './find-cluster-programs.ts'
import { runCommand } from './run-command.ts'
import type { Place } from './run-parts.ts'
import { untried, type SuiteResult } from './suite-result.ts'

/** Runs a short failover test if the programs are installed; never installs them. */
export async function runCluster({ show, book }: Place): Promise<SuiteResult[]> {
  const programs = await findClusterPrograms()
  if ('missing' in programs) {
    return [untried('cluster', `${programs.missing.join(', ')} missing; ${packagesLine}`)]
  }
  const { code, output, seconds } = await runCommand({
    args: ['--import', './node-version.mjs', 'tests/cluster/run.ts', '1'],
    limitSeconds: 8 * 60,
    show,
    book,
  })
  const [, passed = '0'] = /^(\d+) passed, \d+ failed$/m.exec(output) ?? []
  const failures = code === 0 ? [] : [output.trim().split('\n').slice(-5).join(' ')]
  return [{ name: 'cluster', passed: Number(passed), failures, skipped: [], seconds }]
}
