import { importLimits } from '#shared/contract/imports.ts'
import { largestPicture } from '#shared/contract/pictures.ts'
import type { LimitName, ServiceName, SiteSettings } from '#shared/contract/settings.ts'
import type { Config } from '#server/config.ts'
import { mostLinksAnHour } from '#server/links/request-link.ts'
import { mailingListNotes } from '#server/mailing-list/get-mailing-list.ts'
import { mailNotes } from '#server/messages/get-message-setup.ts'
import { senderOf } from '#server/messages/mailer.ts'
import { siteOrigin } from '#server/messages/site-origin.ts'
import { getWebinarSeatSetup } from '#server/webinars/get-seat-setup.ts'

type Allowance = { points: number; duration: number }

type SettingsContext = {
  seriesName: string
  /** What is counted for one network address; seconds. */
  limits: Record<Exclude<LimitName, 'linkMailsOfMailbox'>, Allowance>
}

/** The host alone: an address may hold a name and a password. */
function hostOf(address: string) {
  return URL.parse(address)?.host || 'the host that is set'
}

function backupNotes({ backup }: Config): string[] {
  if (!backup) return ['No BACKUP_URL: no copies are made. docs/operations.md says how.']
  const place =
    backup.kind === 'folder'
      ? `the folder ${backup.folder}`
      : `the bucket ${backup.bucket} at ${hostOf(backup.endpoint)}`
  return [`A copy goes to ${place} every night.`]
}

function describeServices(config: Config, sender: string): SiteSettings['services'] {
  const { databaseUrl, smtpUrl, mailerlite, publicUrl } = config
  const origin = siteOrigin(config)
  const webinarSeats = getWebinarSeatSetup(config)
  const found: Record<ServiceName, { isSet: boolean; notes: string[] }> = {
    address: {
      isSet: publicUrl !== undefined,
      notes: publicUrl
        ? [`Links lead to ${publicUrl}.`]
        : ['No PUBLIC_URL: links in mails reach this machine only.'],
    },
    database: {
      isSet: true,
      notes: databaseUrl
        ? [`PostgreSQL at ${hostOf(databaseUrl)}.`]
        : [`The embedded database in ${config.dataDir}.`],
    },
    copies: { isSet: config.backup !== undefined, notes: backupNotes(config) },
    mail: {
      isSet: smtpUrl !== undefined,
      notes: [
        ...(smtpUrl ? [`Mails go out through ${hostOf(smtpUrl)}, from ${sender}.`] : []),
        ...mailNotes({ ...config, publicUrl: origin }),
      ],
    },
    webinars: { isSet: webinarSeats.isConfigured, notes: webinarSeats.notes },
    mailingList: {
      isSet: mailerlite !== undefined,
      notes: [
        ...(mailerlite ? ['Who agreed to updates becomes a subscriber at MailerLite.'] : []),
        ...mailingListNotes(mailerlite),
      ],
    },
    calendar: {
      isSet: true,
      notes: [`The series can be subscribed to at ${origin}/calendar.ics.`],
    },
  }
  return Object.entries(found).map(([name, service]) => ({ name: name as ServiceName, ...service }))
}

/** How the site is set up, without anything that opens something. Specification, "Admin area". */
export function getSettings(config: Config, { seriesName, limits }: SettingsContext): SiteSettings {
  const all: Record<LimitName, Allowance> = {
    ...limits,
    linkMailsOfMailbox: { points: mostLinksAnHour, duration: 3600 },
  }
  return {
    services: describeServices(config, senderOf(config, seriesName)),
    limits: Object.entries(all).map(([name, { points, duration }]) => ({
      name: name as LimitName,
      most: points,
      seconds: duration,
    })),
    areLimitsOn: config.rateLimits,
    sizes: {
      picture: largestPicture,
      importRows: importLimits.rows,
      import: importLimits.bodyLimit,
    },
    kept: { addressesDays: config.keepAddressesDays, auditMonths: config.keepAuditMonths },
  }
}
