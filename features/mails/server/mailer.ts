import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { cleanMessage } from '#features/bounces/server/clean-message.ts'
import { judgeRefusal } from '#features/bounces/server/judge-refusal.ts'
import { GiveUp } from '#platform/jobs/run-job.ts'
import { refuseForbidden } from '#platform/http/reach-server.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import { varySender } from './varied-sender.ts'

export type RenderedMail = SendMailOptions & {
  messageId: string
  text: string
  html: string
  /** Envelope sender that identifies the mail in bounces; used if a bounce mailbox is configured. */
  bounceAddress?: string
}

export type Mailer = {
  isSending: boolean
  from: string
  /** Reply-To of every mail. */
  replyTo?: string
  /**
   * Sends a mail and returns the mail server's reply. Throws AddressRefused if the server rejects the recipient
   * permanently, GiveUp if it rejects the mail permanently, and other errors if a retry may succeed.
   */
  send(mail: RenderedMail, name: string): Promise<string>
  close(): void
}

/** The mail server rejects this recipient permanently. */
export class AddressRefused extends GiveUp {
  readonly isLasting: boolean
  /** Why the mail failed, as a sentence for organisers, with the mail server's message. */
  readonly words: string

  constructor(reason: string, refusal: { isLasting: boolean; words: string }) {
    super(reason)
    this.name = 'AddressRefused'
    this.isLasting = refusal.isLasting
    this.words = refusal.words
  }
}

/** The mail server defers the mail, or cannot be reached: a retry may succeed. */
export class PutOff extends Error {
  /** True if the mail server accepts no mails at all for now (452); false if it defers only this mail. */
  readonly isQuota: boolean

  constructor(reason: string, { isQuota }: { isQuota: boolean }) {
    super(reason)
    this.name = 'PutOff'
    this.isQuota = isQuota
  }
}

export const noMoreForNow = 'The mail server accepts no more emails for now'

/** The complete mail was transmitted but no reply arrived, so it is unknown whether the mail server accepted it. */
export class InDoubt extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InDoubt'
  }
}

type MailerParts = Pick<LiveSettings, 'smtpUrl' | 'smtpRequireTls' | 'mailReplyTo'> & {
  from: string
  variesSender: boolean
  folder: string | undefined
}

/** Returns the settings on which a mailer depends. When one of them changes, the caller creates a new mailer. */
export function mailerParts(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  settings: LiveSettings,
  seriesName: string,
): MailerParts {
  const { smtpUrl, smtpRequireTls, mailReplyTo, bounceMailbox } = settings
  return {
    smtpUrl,
    smtpRequireTls,
    mailReplyTo,
    from: senderOf(settings, seriesName),
    variesSender: bounceMailbox !== undefined,
    folder: databaseUrl ? undefined : mailFolder(dataDir),
  }
}

export function senderOf(
  { mailFrom, publicUrl }: Pick<LiveSettings, 'mailFrom' | 'publicUrl'>,
  seriesName: string,
) {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? 'localhost'
  return mailFrom ?? `"${seriesName.replaceAll(/["\\\r\n]/g, ' ')}" <no-reply@${host}>`
}

/**
 * Creates the mailer, which sends by SMTP to SMTP_URL. Without SMTP_URL, it writes mails to DATA_DIR/mail; if nodes
 * share a database, it does not, and only the outbox stores them.
 */
export function createMailer(parts: MailerParts): Mailer {
  const { smtpUrl, smtpRequireTls, mailReplyTo, from, variesSender, folder } = parts
  const answers = mailReplyTo ? { replyTo: mailReplyTo } : {}
  const shared = { from, ...answers }
  if (smtpUrl) {
    const requireTLS = smtpRequireTls && !isThisMachine(smtpUrl)
    const { send, close } = sendBy(smtpUrl, { requireTLS, variesSender })
    return { isSending: true, ...shared, send: (mail) => send({ ...mail, ...answers }), close }
  }
  return {
    isSending: false,
    ...shared,
    send: (mail, name) => writeDown({ ...mail, ...answers }, name, folder),
    close() {},
  }
}

/** Returns a warning to log at start if the mail server at SMTP_URL may lack STARTTLS, which Greenroom requires. */
export function warnAboutTls({
  smtpUrl,
  smtpRequireTls,
}: Pick<LiveSettings, 'smtpUrl' | 'smtpRequireTls'>): string | undefined {
  if (!smtpUrl?.startsWith('smtp://') || !smtpRequireTls || isThisMachine(smtpUrl)) return undefined
  return 'Emails are only sent over an encrypted connection (STARTTLS). To allow others, set SMTP_REQUIRE_TLS=off.'
}

type Ways = { requireTLS: boolean; variesSender: boolean }

function openPool(url: string, requireTLS: boolean, wentOut: WeakMap<Buffer, Readable>) {
  const pool = createTransport({
    url,
    requireTLS,
    pool: true,
    maxConnections: 4,
    // Retry once if the mail server dropped an idle connection; the queue handles other errors.
    maxRequeues: 1,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
  pool.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (...given) => {
      const stream = read(...given)
      if (Buffer.isBuffer(data.raw)) wentOut.set(data.raw, stream)
      return stream
    }
    done()
  })
  pool.getSocket = ({ host = '' }, done) => {
    const refused = refuseForbidden(host).then(
      () => null,
      (error: Error) => error,
    )
    // oxlint-disable-next-line promise/no-callback-in-promise -- the library asks by a callback
    void refused.then((error) => done(error, false))
  }
  return pool
}

function sendBy(url: string, { requireTLS, variesSender }: Ways) {
  let transport: ReturnType<typeof openPool> | undefined
  let underWay = 0
  let isClosed = false
  // Stream of each mail in progress; once it has ended, the connection has received the whole mail.
  const wentOut = new WeakMap<Buffer, Readable>()
  const vary = varySender()

  function endIfIdle() {
    if (!isClosed || underWay > 0) return
    transport?.close()
    transport = undefined
  }

  async function sendThrough({ bounceAddress, ...mail }: RenderedMail) {
    const pool = (transport ??= openPool(url, requireTLS, wentOut))
    let raw: Buffer | undefined
    try {
      const written = await writeOut(mail)
      const { envelope } = written
      raw = written.raw
      const send = (from: string): Promise<{ response?: string }> =>
        pool.sendMail({ envelope: { ...envelope, from }, raw })
      const plain = envelope.from || ''
      const own = variesSender && bounceAddress
      const { response } = await (own ? vary({ own, plain }, send) : send(plain))
      return cleanMessage(response ?? '')
    } catch (error) {
      const { message, code } = error as { message: string; code?: string }
      if (isRefusedForGood(error)) throw giveUp(error)
      const { responseCode } = error as { responseCode?: number }
      if (!responseCode && raw && wentOut.get(raw)?.readableEnded) throw new InDoubt(message)
      const isQuota = isQuotaUsedUp(error)
      const words = requireTLS && code === 'ETLS' ? `${message}. ${onlyOverTls}` : message
      throw new PutOff(isQuota ? `${noMoreForNow}: ${words}` : words, { isQuota })
    }
  }

  return {
    async send(mail: RenderedMail) {
      underWay++
      return sendThrough(mail).finally(() => {
        underWay--
        endIfIdle()
      })
    },
    close() {
      isClosed = true
      endIfIdle()
    },
  }
}

const onlyOverTls =
  'Mails go to another machine over TLS only: use smtps://, or see SMTP_REQUIRE_TLS'

/** Returns whether the mail server's quota is used up (452). Enhanced status 4.2.2 means one full mailbox instead. */
function isQuotaUsedUp(error: unknown) {
  const { responseCode, response = '' } = error as { responseCode?: number; response?: string }
  return responseCode === 452 && !/\b4\.2\.2\b/.test(response)
}

/**
 * Returns whether a 5xx reply rejects the recipient or the mail. A wrong password or sender is a configuration error,
 * so such mails are retried.
 */
function isRefusedForGood(error: unknown) {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|DATA)$/.test(command)
}

function giveUp(error: unknown): GiveUp {
  const { message, responseCode, command, response } = error as {
    message: string
    responseCode?: number
    command?: string
    response?: string
  }
  // Only replies to RCPT TO concern the recipient's address; replies to DATA concern the mail.
  if (command !== 'RCPT TO') return new GiveUp(message)
  const said = cleanMessage(response ?? message)
  const { verdict, words } = judgeRefusal({ code: responseCode, words: said })
  if (verdict === 'ours') return new GiveUp(message)
  return new AddressRefused(message, {
    isLasting: verdict === 'lasting',
    words: `${words}: ${said}`,
  })
}

async function writeDown(mail: RenderedMail, name: string, folder: string | undefined) {
  if (!folder) return 'Not sent: no mail server is connected'
  const { raw } = await writeOut(mail)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}.eml`)
  await writeFile(path, raw, { mode: 0o600 })
  return `Written to ${path}`
}

/** Matches an unquoted display name that mail clients would parse as a group or comment. */
const misreadName = /^\s*([^<>"]*[:;()[\]\\][^<>"]*?)\s*<([^<>]+)>\s*$/

/** Splits a mailbox such as `Talks (Lagos) <a@b.org>` into name and address, so that nodemailer quotes the name. */
function separateName(mailbox: SendMailOptions['from']): SendMailOptions['from'] {
  const [, name, address] = (typeof mailbox === 'string' && misreadName.exec(mailbox)) || []
  return name && address ? { name, address } : mailbox
}

/** Builds the whole message in memory, because nodemailer writes each chunk of a stream separately. */
async function writeOut(mail: SendMailOptions) {
  const { from, replyTo } = mail
  const message = new MailComposer({
    ...mail,
    ...(from && { from: separateName(from) }),
    ...(typeof replyTo === 'string' && { replyTo: separateName(replyTo) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: message.getEnvelope(), raw: await message.build() }
}

export function mailFolder(dataDir: string) {
  return join(dataDir, 'mail')
}

/** Removes the permissions of other system users from a copied folder of mails. */
export async function closeMailFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!names) return
  await chmod(folder, 0o700)
  for (const name of names) await chmod(join(folder, name), 0o600)
}
