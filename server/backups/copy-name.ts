const pattern = /^greenroom-backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz$/

/** What a backup of this moment is called; by name they are in the order of their age. */
export function nameBackup(madeAt: Date): string {
  return `greenroom-backup-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.ndjson.gz`
}

/** When a backup was made, by its name; undefined for all that is none of our backups. */
export function readBackupName(name: string): Date | undefined {
  const [, day, ...time] = pattern.exec(name) ?? []
  const madeAt = new Date(`${day}T${time.slice(0, 3).join(':')}.${time[3]}Z`)
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}
