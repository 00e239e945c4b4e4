import type { HealthFinding } from '#features/health/contract.ts'
import { green, red, writeAge, yellow, type HealthContext } from './findings.ts'

/**
 * Milliseconds by which clocks may differ; a larger difference makes the check red. Codes of authenticator apps are
 * valid for half a minute, and join links open to the minute.
 */
const wrongMs = 30_000
const strayMs = 5000

type Other = { name: string; at: Date }

/** Compares this machine's clock with those of the database and of the server at PUBLIC_URL. */
export async function checkClock(
  context: HealthContext,
  readPublicDate: () => Promise<Date | undefined>,
): Promise<HealthFinding[]> {
  const compared = await Promise.all([
    compare(context, 'what was written before', () => readFutureRow(context)),
    compare(context, 'the database', () => readDatabaseTime(context)),
    compare(context, 'what answers at PUBLIC_URL', readPublicDate),
  ])
  const found = compared.filter((one) => one !== undefined)
  const worst = found.toSorted((one, other) => Math.abs(other.offMs) - Math.abs(one.offMs))[0]
  if (!worst) {
    return [green('clock', 'There is no other clock to compare with.')]
  }
  const { name, offMs } = worst
  const apart = writeAge(Math.abs(offMs))
  const words = `This machine's clock is ${apart} ${offMs > 0 ? 'ahead of' : 'behind'} that of ${name}. Let both follow a time server (timedatectl set-ntp true).`
  if (Math.abs(offMs) > wrongMs) return [red('clock', words)]
  if (Math.abs(offMs) > strayMs) return [yellow('clock', words)]
  const names = found.map((one) => one.name).join(' and ')
  return [green('clock', `This machine's clock agrees with that of ${names}.`)]
}

/** Returns the deviation of another clock from this machine's at the middle of the request. Ignores slow requests. */
async function compare(
  { now }: HealthContext,
  name: string,
  read: () => Promise<Other['at'] | undefined>,
) {
  const before = now().getTime()
  const at = await read().catch(() => undefined)
  if (!at) return undefined
  const after = now().getTime()
  const offMs = (before + after) / 2 - at.getTime()
  return { name, offMs: Math.abs(offMs) < after - before ? 0 : offMs }
}

/**
 * Returns the time of the PostgreSQL server; undefined for the embedded database, which uses this machine's clock.
 */
async function readDatabaseTime({ database }: HealthContext): Promise<Date | undefined> {
  if (!database || database.kind === 'embedded') return undefined
  const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at
}

/**
 * Returns the time of the latest audit log entry if it is in the future. Such an entry proves that the clock was set
 * back; the log itself is append-only.
 */
async function readFutureRow({ database, now }: HealthContext): Promise<Date | undefined> {
  if (!database) return undefined
  const { rows } = await database.pool.query<{ at: Date | null }>(
    'select max(at) as at from audit_log',
  )
  const at = rows[0]?.at
  return at && at > now() ? at : undefined
}
