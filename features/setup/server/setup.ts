import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Setup, StepState } from '#features/setup/contract.ts'
import { stepNames } from '#features/setup/rules.ts'
import { areaNames } from '#features/settings/server/save-settings.ts'
import { digestMailPlace } from '#features/settings/server/try-mail.ts'
import { plainSite } from '#features/site/server/plain-site.ts'
import { withoutSample } from '#features/site/server/sample-site.ts'
import { checkReach } from '#kernel/setting-checks.ts'
import type { Site } from '#kernel/site.ts'
import { setupSteps, type SetupMark, type SetupStep } from '#kernel/values.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { events } from '#schema/events.ts'
import { backups } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { setupMarks } from '#schema/setup.ts'

type Reading = {
  site: Site
  /** Why the admin area cannot change the site's content; undefined if it can. */
  siteLock: string | undefined
  settings: LiveSettings
  way: Setup['way']
}

/** Returns the state of each setup step: done if the configuration shows it, otherwise skipped or open. */
export async function readSetup(
  db: Db,
  { site, siteLock, settings, way }: Reading,
): Promise<Setup> {
  const [marks, sample, ownEvents] = await Promise.all([
    db.select({ mark: setupMarks.mark }).from(setupMarks),
    countSamples(db),
    db.$count(events, eq(events.isSample, false)),
  ])
  const { series, pages } = withoutSample(site) ?? site
  const isMarked = (mark: SetupMark) => marks.some((one) => one.mark === mark)
  const [isMailTested, isCopyProved] = await Promise.all([
    isMailKnownToWork(db, settings.smtpUrl),
    hasProvedCopy(db),
  ])
  const isDone: Record<SetupStep, boolean> = {
    series: series.name === site.series.name && series.name !== plainSite.series.name,
    look: JSON.stringify(site.look) !== JSON.stringify(plainSite.look),
    address: settings.publicUrl !== undefined && checkReach(settings.publicUrl).isGood,
    mail: settings.smtpUrl !== undefined && isMailTested,
    privacy: series.privacyUrl !== undefined || pages.privacy !== undefined,
    copies: settings.backup !== undefined && isCopyProved,
    event: ownEvents > 0,
  }
  const stateOf = (step: SetupStep): StepState => {
    if (isDone[step]) return 'done'
    return isMarked(step) ? 'skipped' : 'open'
  }
  return {
    steps: setupSteps.map((step) => ({ step, state: stateOf(step) })),
    isNew: !isMarked('opened') && !isMarked('dismissed'),
    isDismissed: isMarked('dismissed'),
    way,
    sample: { ...sample, hasContent: site.sample && siteLock === undefined },
  }
}

async function countSamples(db: Db) {
  const samples = await db.select({ id: events.id }).from(events).where(eq(events.isSample, true))
  const ids = samples.map(({ id }) => id)
  const registrations = await db.$count(
    eventRegistrations,
    and(inArray(eventRegistrations.eventId, ids), isNotNull(eventRegistrations.userId)),
  )
  return { events: samples.length, registrations }
}

/** Returns SQL for the time of the last change of these settings; tests and backups before it do not count. */
const changedAt = (names: string) =>
  sql`coalesce((select max(updated_at) from settings where name like ${names}), '-infinity')`

/** Returns whether this mail server has accepted a mail, either a test mail or a regular one. */
async function isMailKnownToWork(db: Db, smtpUrl: string | undefined) {
  const { rows } = await db.execute<{ works: boolean }>(sql`
    select exists (
      select from audit_log
      where action = 'settings_tried' and subject = ${areaNames.mail}
        and (details->>'isGood')::boolean and details->>'place' = ${digestMailPlace(smtpUrl) ?? ''}
    ) or exists (
      select from outbox_entries where state = 'sent' and sent_at >= ${changedAt('SMTP_URL')}
    ) as works`)
  return rows[0]?.works === true
}

async function hasProvedCopy(db: Db) {
  const isOfPlace = sql`${backups.madeAt} >= ${changedAt('BACKUP_%')}`
  const [good] = await db
    .select({ id: backups.id })
    .from(backups)
    .where(and(isNull(backups.failure), isOfPlace))
    .limit(1)
  return good !== undefined
}

/**
 * Stores or deletes one of the setup guide's marks, such as "dismissed" or "step skipped". Does nothing if that is
 * already done.
 */
export async function markSetup(
  db: Db,
  { mark, isSet }: { mark: SetupMark; isSet: boolean },
  { actor, now }: Deed,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = isSet
      ? await tx
          .insert(setupMarks)
          .values({ mark, createdAt: now })
          .onConflictDoNothing()
          .returning()
      : await tx.delete(setupMarks).where(eq(setupMarks.mark, mark)).returning()
    // The setup guide opens automatically, so the audit log leaves out its mark `opened`.
    if (changed.length === 0 || mark === 'opened') return
    const marked = mark === 'dismissed' ? 'Setup card' : stepNames[mark]
    const hidden = mark === 'dismissed' ? 'hidden' : 'skipped'
    const subject = `${marked}: ${isSet ? hidden : 'shown again'}`
    await writeAuditEntry(tx, actor, { action: 'setup_marked', subject, now })
  })
}

/** Queues a job that makes a backup on any node. Throws 409 if no backup location is configured. */
export async function askForCopy(
  db: Db,
  { jobs, backup, actor, now }: Deed & { jobs: JobSender } & Pick<LiveSettings, 'backup'>,
): Promise<void> {
  if (!backup) throw new Refusal('no_place_for_copies')
  await db.transaction(async (tx) => {
    await jobs.send(tx, 'make-backup', [{}])
    await writeAuditEntry(tx, actor, { action: 'copy_asked', now })
  })
}
