import { encryptedEnding } from '#platform/encryption/encryption.ts'

const pattern =
  /^greenroom-backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz(\.age)?$/

/** What a backup of this moment is called; by name they are in the order of their age. */
export function nameBackup(madeAt: Date, { isEncrypted = false } = {}): string {
  const name = `greenroom-backup-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
  return isEncrypted ? name + encryptedEnding : name
}

/** When a backup was made, by its name; undefined for all that is none of our backups. */
export function readBackupName(name: string): Date | undefined {
  const [, day, ...time] = pattern.exec(name) ?? []
  const madeAt = new Date(`${day}T${time.slice(0, 3).join(':')}.${time[3]}Z`)
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}

const dayMs = 24 * 60 * 60_000
/** A second copy of a day may hold the very mistake that the first one is to mend. */
const allKeptMs = 2 * dayMs
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const daysToMonday = 3

/** The last so many days, weeks and months that have a backup keep the newest of each. In UTC. */
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
 * Which of a place's backups are kept: those, and all of the last two days before the newest. Periods without
 * a backup do not count, so that old backups outlast any number of failures. Names that are no backup's are
 * not among them.
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
