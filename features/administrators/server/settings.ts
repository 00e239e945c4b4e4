import { desc, isNull } from 'drizzle-orm'
import type { SiteSettings, getBackups as contract } from '#features/administrators/contract.ts'
import { type LimitName, overdueHours, type ServiceName } from '#features/administrators/rules.ts'
import { importLimits } from '#features/imports/contract.ts'
import { mostLinksAnHour } from '#features/mails/server/link-mails.ts'
import { mailNotes, siteOrigin } from '#features/mails/server/mail-setup.ts'
import { senderOf } from '#features/mails/server/mailer.ts'
import { mailingListNotes } from '#features/newsletter/server/mailing-list.ts'
import { largestPicture } from '#features/pictures/contract.ts'
import { getWebinarSeatSetup } from '#features/webinars/server/list-webinar-seats.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { addressMissing, backupsMissing } from '#kernel/setting-checks.ts'
import type { Db } from '#platform/db/open.ts'
import type { allowances } from '#platform/http/rate-limits.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { backups } from '#schema/platform.ts'

/** A rate limit: at most `points` calls within `duration` seconds. */
type Allowance = { points: number; duration: number }

type SettingsContext = {
  seriesName: string
  limits: typeof allowances
}

/** Returns the host of a URL, and not the URL itself, which may contain a user and a password. */
function hostOf(address: string) {
  return URL.parse(address)?.host || 'the host that is set'
}

function backupNotes({ backup, backupKeys }: LiveSettings): string[] {
  if (!backup) return [backupsMissing.text]
  const place =
    backup.kind === 'folder'
      ? `the folder ${backup.folder}`
      : `the bucket ${backup.bucket} at ${hostOf(backup.endpoint)}`
  const encryption = backupKeys ? 'Backups are encrypted.' : 'Backups are not encrypted.'
  return [`A daily backup is stored in ${place}.`, encryption]
}

function describeServices(config: Config & LiveSettings, sender: string): SiteSettings['services'] {
  const { databaseUrl, smtpUrl, mailerlite, publicUrl } = config
  const origin = siteOrigin(config)
  const webinarSeats = getWebinarSeatSetup(config)
  const found: Record<ServiceName, { isSet: boolean; notes: string[] }> = {
    address: {
      isSet: publicUrl !== undefined,
      notes: publicUrl ? [`Links lead to ${publicUrl}.`] : [addressMissing.text],
    },
    database: {
      isSet: true,
      notes: databaseUrl
        ? [`PostgreSQL at ${hostOf(databaseUrl)}.`]
        : [`The database is stored on this server, in ${config.dataDir}.`],
    },
    copies: { isSet: config.backup !== undefined, notes: backupNotes(config) },
    mail: {
      isSet: smtpUrl !== undefined,
      notes: [
        ...(smtpUrl ? [`Emails are sent through ${hostOf(smtpUrl)}, from ${sender}.`] : []),
        ...mailNotes({ ...config, publicUrl: origin }),
      ],
    },
    zoom: { isSet: webinarSeats.isConfigured, notes: webinarSeats.notes },
    mailerlite: {
      isSet: mailerlite !== undefined,
      notes: [
        ...(mailerlite ? ['People who agreed to updates are added to MailerLite.'] : []),
        ...mailingListNotes(mailerlite),
      ],
    },
    calendar: {
      isSet: true,
      notes: [`Calendar feed of the series: ${origin}/calendar.ics.`],
    },
  }
  return Object.entries(found).map(([name, service]) => ({ name: name as ServiceName, ...service }))
}

/** Returns the configuration that the Settings page shows, without secrets. */
export function getSettings(
  config: Config & LiveSettings,
  { seriesName, limits }: SettingsContext,
): Omit<SiteSettings, 'areas'> {
  // This type causes a compile error if a rate limit has no name in the API contract.
  const all: [LimitName, Allowance][] = [
    ...(Object.entries(limits) as [keyof typeof limits, Allowance][]),
    ['linkMailsOfMailbox', { points: mostLinksAnHour, duration: 3600 }],
  ]
  return {
    services: describeServices(config, senderOf(config, seriesName)),
    limits: all.map(([name, { points, duration }]) => ({
      name,
      most: points,
      seconds: duration,
    })),
    areLimitsOn: config.rateLimits,
    sizes: {
      picture: largestPicture,
      importRows: importLimits.rows,
      import: importLimits.bodyLimit,
    },
    kept: {
      addressesDays: config.keepAddressesDays,
      usageMonths: config.keepUsageMonths,
      auditMonths: config.keepAuditMonths,
    },
  }
}

/** Returns the last verified backup, and the latest attempt if it failed. */
export async function getBackups(
  db: Db,
  { backup, backupKeys, now }: Pick<LiveSettings, 'backup' | 'backupKeys'> & { now: Date },
): Promise<ReplyOf<typeof contract>> {
  const newest = desc(backups.madeAt)
  const isConfigured = backup !== undefined
  const [good] = await db
    .select()
    .from(backups)
    .where(isNull(backups.failure))
    .orderBy(newest)
    .limit(1)
  const [latest] = await db.select().from(backups).orderBy(newest).limit(1)
  const age = good ? now.getTime() - good.madeAt.getTime() : Infinity
  return {
    isConfigured,
    isEncrypted: isConfigured && backupKeys !== undefined,
    last: good ? { madeAt: good.madeAt.toISOString(), people: good.people ?? 0 } : null,
    failure: latest?.failure ? { at: latest.madeAt.toISOString(), reason: latest.failure } : null,
    isOverdue: isConfigured && age > overdueHours * 60 * 60_000,
  }
}
