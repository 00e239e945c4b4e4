import { encryptedEnding } from '#platform/encryption/encryption.ts'

const pattern =
  /^greenroom-backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz(\.age)?$/

/** Returns the file name of a backup made at `madeAt`. Names in alphabetical order are in order of time. */
export function nameBackup(madeAt: Date, { isEncrypted = false } = {}): string {
  const name = `greenroom-backup-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  return isEncrypted ? name + encryptedEnding : name
}

/** Returns the time at which a backup was made, read from its file name; undefined for names of other files. */
export function readBackupName(name: string): Date | undefined {
  const [, day, ...time] = pattern.exec(name) ?? []
  const madeAt = new Date(`${day}T${time.slice(0, 3).join(':')}.${time[3]}Z`)
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}

const dayMs = 24 * 60 * 60_000
/**
 * Keep every backup of the last two days: a later backup of the same day may already contain the
 * mistake that an earlier one should repair.
 */
const allKeptMs = 2 * dayMs
/** Makes weeks start on Monday: day 0, 1 January 1970, was a Thursday. */
const daysToMonday = 3

/** Retention: the newest backup of each of the last 7 days, 4 weeks and 12 months (UTC) that have a backup. */
const kept: { count: number; periodOf(madeAt: Date): string }[] = [
  { count: 7, periodOf: (madeAt) => String(Math.floor(madeAt.getTime() / dayMs)) },
  {
    count: 4,
    periodOf: (madeAt) =>
      String(Math.floor((Math.floor(madeAt.getTime() / dayMs) + daysToMonday) / 7)),
  },
  { count: 12, periodOf: (madeAt) => madeAt.toISOString().slice(0, 7) },
]

/**
 * Returns the names of the backups to keep: those that the retention periods choose, and all of the two days before
 * the newest backup. Periods without a backup do not count, so old backups never expire while new ones fail.
 * Ignores names of other files.
 */
export function chooseKeptBackups(names: string[]): Set<string> {
  const backups = names
    .flatMap((name) => {
      const madeAt = readBackupName(name)
      return madeAt ? [{ name, madeAt }] : []
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const chosen = kept.flatMap(({ count, periodOf }) => {
    const newest = new Map<string, string>()
    for (const { name, madeAt } of backups) {
      const period = periodOf(madeAt)
      if (!newest.has(period)) newest.set(period, name)
    }
    return [...newest.values()].slice(0, count)
  })
  const since = (backups[0]?.madeAt.getTime() ?? 0) - allKeptMs
  const recent = backups.filter(({ madeAt }) => madeAt.getTime() >= since).map(({ name }) => name)
  return new Set([...recent, ...chosen])
}
