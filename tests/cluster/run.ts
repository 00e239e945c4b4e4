import process from 'node:process'
import { findClusterPrograms, packagesLine } from '#tests/support/find-cluster-programs.ts'
import { playRound, type Round } from './play-round.ts'
import { startCluster } from './start-cluster.ts'

/**
 * `npm run test:cluster -- [rounds]`: kills the primary and a node alternately and prints a row for each kill.
 * Exits with 1 if a registration was lost or duplicated, took too long, or got an internal error.
 */
const limitSeconds = 45
const rounds = Number(process.argv[2] ?? '10')

const programs = await findClusterPrograms()
if ('missing' in programs) {
  console.error(`Missing here: ${programs.missing.join(', ')}. On Debian: ${packagesLine}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

console.log('Three etcd, two PostgreSQL under Patroni, HAProxy, two nodes and nginx are starting.')
const cluster = await startCluster(programs)
const played: Round[] = []
try {
  for (let round = 1; round <= rounds; round++) {
    for (const kind of ['primary', 'node'] as const) {
      const result = await playRound(cluster, kind)
      played.push(result)
      console.log(describe(round, result))
    }
  }
} finally {
  await cluster.stop()
}
const failed = played.filter(
  ({ lost, doubled, secondsWithout, refused }) =>
    lost > 0 || doubled > 0 || secondsWithout > limitSeconds || (refused['500'] ?? 0) > 0,
)
console.log(`${played.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

function describe(round: number, result: Round) {
  const { kind, acknowledged, lost, doubled, secondsWithout, secondsToWhole, refused } = result
  return [
    `round ${round}, ${kind} killed:`,
    `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled,`,
    `registering again after ${secondsWithout.toFixed(1)} s, whole ${secondsToWhole.toFixed(1)} s after its return,`,
    `met meanwhile: ${JSON.stringify(refused)}`,
  ].join(' ')
}
