import { overdueHours } from '#features/administrators/rules.ts'
import { getBackups } from '#features/administrators/server/settings.ts'
import type { HealthFinding } from '#features/health/contract.ts'
import { backupsMissing, explainCheck } from '#kernel/setting-checks.ts'
import { openBackupStore } from '#platform/backups/backup-store.ts'
import { readBackupName } from '#platform/backups/kept-backups.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import { green, red, writeAge, yellow, type WithDatabase } from './findings.ts'

/** Checks the age of the last verified backup and where backups are stored. */
export async function checkBackups(context: WithDatabase): Promise<HealthFinding[]> {
  const { database, settings, now } = context
  const { backup } = settings
  if (!backup) {
    return [yellow('backups', explainCheck(backupsMissing))]
  }
  const at = now()
  const { last, failure, isOverdue } = await getBackups(database.db, { ...settings, now: at })
  if (!last) {
    const words = failure
      ? 'The first backup failed, and there is none yet. See the reason under Settings › Connections, or run "npm run backup".'
      : 'There is no backup yet. Run "npm run backup".'
    return [isOverdue && failure ? red('backups', words) : yellow('backups', words)]
  }
  const age = writeAge(at.getTime() - new Date(last.madeAt).getTime())
  if (isOverdue) {
    const words = `The last good backup is ${age} old, more than ${overdueHours} hours. See the reason under Settings › Connections, or run "npm run backup".`
    return [red('backups', words)]
  }
  const names = await openBackupStore(backup)
    .list()
    .catch(() => undefined)
  if (!names) {
    const words =
      'The backup location cannot be read. Check that it exists, and the permissions of its keys.'
    return [red('backups', words)]
  }
  const kept = names.filter((name) => readBackupName(name))
  if (!kept.some((name) => +readBackupName(name)! >= +new Date(last.madeAt))) {
    const words =
      'The last good backup was deleted. Run "npm run backup", and find out what deletes backups.'
    return [red('backups', words)]
  }
  if (failure) {
    const words = `The latest backup failed; the last good one is ${age} old. See the reason under Settings › Connections.`
    return [yellow('backups', words)]
  }
  const words = `The last backup is ${age} old and was verified by restoring it, with ${writePeople(last.people)}. ${writeCount(kept.length, 'backup')} in total.`
  return [green('backups', words)]
}
