import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { GiveUp } from '#server/jobs/outcomes.ts'

export type Letter = SendMailOptions & { messageId: string; text: string; html: string }

export type Mailer = {
  /** Whether mails leave the house. */
  isSending: boolean
  from: string
  /**
   * Hands a mail over and returns what the server answered. Throws GiveUp where it refuses this mail
   * for good, any other error where a later try may succeed.
   */
  send(letter: Letter, name: string): Promise<string>
}

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir' | 'databaseUrl'>

function senderOf({ mailFrom, publicUrl }: Settings, seriesName: string) {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? 'localhost'
  return mailFrom ?? `"${seriesName.replaceAll(/["\\\r\n]/g, ' ')}" <no-reply@${host}>`
}

/** Mails through SMTP_URL; without it written to DATA_DIR/mail, or only kept where nodes share a database. */
export function createMailer(settings: Settings, seriesName: string): Mailer {
  const from = senderOf(settings, seriesName)
  if (settings.smtpUrl) return { isSending: true, from, send: sendBy(settings.smtpUrl) }
  const folder = settings.databaseUrl ? undefined : join(settings.dataDir, 'mail')
  return { isSending: false, from, send: (letter, name) => writeDown(letter, name, folder) }
}

function sendBy(url: string): Mailer['send'] {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (letter) => {
    try {
      const { response } = (await transport.sendMail(letter)) as { response?: string }
      return response ?? ''
    } catch (error) {
      throw isRefusedForGood(error) ? new GiveUp((error as Error).message) : error
    }
  }
}

/** 5xx to the recipient or the mail itself. A wrong password or sender is ours to mend: tried again. */
function isRefusedForGood(error: unknown) {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|DATA)$/.test(command)
}

async function writeDown(letter: Letter, name: string, folder: string | undefined) {
  if (!folder) return 'Not sent: no mail server is set'
  const stream = createTransport({ streamTransport: true, buffer: true })
  const { message } = (await stream.sendMail(letter)) as unknown as { message: Buffer }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.eml`), message)
  return `Written to ${join(folder, `${name}.eml`)}`
}
