import process from 'node:process'
import { findPostgresBinaries } from '#tests/support/postgres-binaries.ts'
import { faults } from './faults.ts'
import { playFault } from './play-fault.ts'

/**
 * `npm run test:faults -- [rounds]`: injects each fault during registrations and prints a line each. Exits with
 * 1 if a registration was lost or duplicated, or registration took too long to recover.
 */
const limitSeconds = 30
const rounds = Number(process.argv[2] ?? '10')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const hasPostgres = (await findPostgresBinaries()) !== undefined
let failures = 0
for (const name of Object.keys(faults)) {
  if (!hasPostgres && !name.includes('embedded')) {
    console.log(`${name}: not tried, there is no PostgreSQL here`)
    continue
  }
  const { acknowledged, lost, doubled, secondsWithout, refused } = await playFault(name, rounds)
  if (lost > 0 || doubled > 0 || secondsWithout > limitSeconds) failures += 1
  console.log(
    [
      `${name}: ${rounds} rounds, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled,`,
      `at most ${secondsWithout.toFixed(1)} s without, met meanwhile: ${JSON.stringify(refused)}`,
    ].join(' '),
  )
}
process.exitCode = failures === 0 ? 0 : 1
