import { sql } from 'drizzle-orm'
import type { HealthFinding } from '#features/health/contract.ts'
import { listTroubles } from '#features/administrators/server/troubles.ts'
import { listFailedJobs, readOldestDueJob } from '#platform/jobs/waiting-jobs.ts'
import { writeCount } from '#kernel/write-count.ts'
import { green, red, writeAge, yellow, type WithDatabase } from './findings.ts'

const lateMs = 5 * 60_000
const veryLateMs = 30 * 60_000

/** Checks how long the oldest job and the oldest mail have been overdue. */
export async function checkQueue({ database, now }: WithDatabase): Promise<HealthFinding[]> {
  const { db } = database
  const [oldest, mail] = await Promise.all([readOldestDueJob(db), readOldestMail(database)])
  const jobMs = oldest ? now().getTime() - oldest.dueAt.getTime() : 0
  const mailMs = mail ? now().getTime() - mail.getTime() : 0
  const ageMs = Math.max(jobMs, mailMs)
  if (ageMs <= lateMs) {
    const due = writeCount(oldest?.count ?? 0, 'job is', 'jobs are')
    return [green('queue', `Nothing is overdue: ${due} due now.`)]
  }
  const what = mailMs > jobMs ? 'email' : 'job'
  const words = `The oldest ${what} has been due for ${writeAge(ageMs)}. Check that the site runs, and its log; restart it if it does not catch up.`
  return [ageMs > veryLateMs ? red('queue', words) : yellow('queue', words)]
}

/**
 * Returns when the oldest mail that was never tried became due. Excludes mails of announcements, which may wait for
 * hours.
 */
async function readOldestMail({ db }: WithDatabase['database']): Promise<Date | undefined> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(created_at))::float8 as seconds from outbox_entries
    where state in ('waiting', 'sending') and attempts = 0 and carried_by is null
      and announcement_id is null`)
  const seconds = rows[0]?.seconds
  return typeof seconds === 'number' ? new Date(seconds * 1000) : undefined
}

/** Checks for failed jobs, except those of mails, bounces and backups, which other checks cover. */
export async function checkJobs({ database }: WithDatabase): Promise<HealthFinding[]> {
  const failed = await listFailedJobs(database.db)
  if (failed.length === 0) return [green('jobs', 'No job failed in the last two days.')]
  const told = failed.map(({ name, count }) => `${name} (${count.toLocaleString('en-GB')})`)
  const words = `Failed in the last two days: ${told.join(', ')}. Retry them under People › Zoom, People › MailerLite or Email › Sent.`
  return [yellow('jobs', words)]
}

/** Reports the problems on the dashboard that no other health check covers. */
export async function checkTroubles(context: WithDatabase): Promise<HealthFinding[]> {
  const { database, settings, now, timeZone } = context
  const troubles = await listTroubles({
    db: database.db,
    config: settings,
    unheard: undefined,
    now: now(),
    timeZone,
  })
  const found = troubles.flatMap(({ kind, message }): HealthFinding[] => {
    if (kind === 'mail_failing') return [yellow('mails', `${message} See Email › Sent.`)]
    if (kind === 'mail_not_set')
      return [red('mails', `${message} Enter one under Settings › Connections.`)]
    if (kind === 'zoom_not_set') return [red('seats', message)]
    return kind === 'seats_failing' ? [red('seats', `${message} See People › Zoom.`)] : []
  })
  const isClean = !found.some(({ check }) => check === 'mails')
  return isClean ? [green('mails', 'No emails are stuck or failed recently.'), ...found] : found
}
