import { count } from 'drizzle-orm'
import { deliveryStates, type DeliveryState } from '#shared/messages.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import type { Mailer } from './mailer.ts'
import { siteOrigin } from './site-origin.ts'

function notesOf(config: Config): string[] {
  const notes: string[] = []
  if (!config.smtpUrl) {
    notes.push(
      config.databaseUrl
        ? 'No SMTP_URL: mails are not sent. They can be read here.'
        : `No SMTP_URL: mails are not sent. They can be read here and in ${config.dataDir}/mail.`,
    )
  } else if (!config.mailFrom) {
    notes.push('No MAIL_FROM: many mail servers refuse a sender that they do not know.')
  }
  if (!config.publicUrl) {
    notes.push(
      `No PUBLIC_URL: links in mails lead to ${siteOrigin(config)}, which only this machine reaches.`,
    )
  }
  return notes
}

/** What is set for mails and what is not, and how many deliveries are in which state. */
export async function getMessageSetup(
  db: Db,
  { config, mailer }: { config: Config; mailer: Pick<Mailer, 'isSending' | 'from'> },
) {
  const rows = await db
    .select({ state: messageDeliveries.state, number: count() })
    .from(messageDeliveries)
    .groupBy(messageDeliveries.state)
  const numberOf = (state: DeliveryState) => rows.find((row) => row.state === state)?.number ?? 0
  return {
    isSending: mailer.isSending,
    from: mailer.from,
    origin: siteOrigin(config),
    notes: notesOf(config),
    counts: Object.fromEntries(deliveryStates.map((state) => [state, numberOf(state)])) as Record<
      DeliveryState,
      number
    >,
  }
}
