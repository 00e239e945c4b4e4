import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuMicroseconds } from './process-cost.ts'
import { browserEncodings } from './record-answer.ts'
import type { Sample } from './rounds.ts'

const run = promisify(execFile)
const autocannon = fileURLToPath(import.meta.resolve('autocannon/autocannon.js'))

type Report = {
  '2xx': number
  non2xx: number
  errors: number
  timeouts: number
  duration: number
  latency: { p99: number }
}

/** Loads one address for some seconds, from a process of its own. Throws if an answer is missing. */
export async function load(
  url: string,
  options: { seconds: number; connections: number; pid: number },
): Promise<Sample> {
  const before = await cpuMicroseconds(options.pid)
  const { stdout } = await run(process.execPath, [
    autocannon,
    '--json',
    `--duration=${options.seconds}`,
    `--connections=${options.connections}`,
    `--headers=accept-encoding=${browserEncodings}`,
    '-L=100',
    url,
  ])
  const after = await cpuMicroseconds(options.pid)
  const report = JSON.parse(stdout) as Report
  const failures = report.non2xx + report.errors + report.timeouts
  if (failures > 0 || report['2xx'] === 0) throw new Error(`${url}: ${failures} failed answers`)
  return {
    rate: report['2xx'] / report.duration,
    cpuMicroseconds: before && after && (after - before) / report['2xx'],
    p99: report.latency.p99,
  }
}
