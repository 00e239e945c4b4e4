import { overdueHours } from '#features/administrators/rules.ts'
import { getBackups } from '#features/administrators/server/settings.ts'
import type { HealthFinding } from '#features/health/contract.ts'
import { openBackupStore } from '#platform/backups/backup-store.ts'
import { readBackupName } from '#platform/backups/kept-backups.ts'
import { green, red, writeAge, writeCount, yellow, type WithDatabase } from './findings.ts'

/** Checks the age of the last verified backup and where backups are stored. */
export async function checkBackups(context: WithDatabase): Promise<HealthFinding[]> {
  const { database, settings, now } = context
  const { backup } = settings
  if (!backup) {
    const words = 'No copies are made. Say where they go under Set up, or set BACKUP_URL.'
    return [yellow('backups', words)]
  }
  const at = now()
  const { last, failure, isOverdue } = await getBackups(database.db, { ...settings, now: at })
  if (!last) {
    const words = failure
      ? 'The first copy failed, and there is none yet. See why under Copies, or try "npm run backup".'
      : 'There is no copy yet. Make one: "npm run backup".'
    return [isOverdue && failure ? red('backups', words) : yellow('backups', words)]
  }
  const age = writeAge(at.getTime() - new Date(last.madeAt).getTime())
  if (isOverdue) {
    const words = `The last good copy is ${age} old, more than ${overdueHours} hours. See why under Copies, or try "npm run backup".`
    return [red('backups', words)]
  }
  const names = await openBackupStore(backup)
    .list()
    .catch(() => undefined)
  if (!names) {
    const words =
      'The place of the copies cannot be read. See that it is there, and what its keys allow.'
    return [red('backups', words)]
  }
  const kept = names.filter((name) => readBackupName(name))
  if (!kept.some((name) => +readBackupName(name)! >= +new Date(last.madeAt))) {
    const words =
      'The last good copy is gone from its place. Make one, "npm run backup", and find who removes them.'
    return [red('backups', words)]
  }
  if (failure) {
    const words = `The latest try failed; the last good copy is ${age} old. See why under Copies.`
    return [yellow('backups', words)]
  }
  const words = `The last copy is ${age} old and was proved by making a database from it, with ${writeCount(last.people, 'person', 'people')}. ${writeCount(kept.length, 'copy', 'copies')} in all.`
  return [green('backups', words)]
}
