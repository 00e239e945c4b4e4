import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { TriedStep, TryOutcome, TryStep } from '#features/settings/contract.ts'
import { senderOf } from '#features/mails/server/mailer.ts'
import { judgeTls } from '#platform/http/judge-connection.ts'
import { reachServer } from '#platform/http/reach-server.ts'
import { splitAddress } from '#platform/settings/address-parts.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import { patienceMs, takeSteps, stepResult } from './tried-step.ts'

/** Returns a digest that identifies a mail server in the audit log, which contains no values of settings. */
export function digestMailPlace(smtpUrl: string | undefined): string | undefined {
  if (!smtpUrl) return undefined
  const { host, port, security } = splitAddress('SMTP_URL', smtpUrl)
  return createHash('sha256').update([security, host, port].join(' ')).digest('hex').slice(0, 16)
}

const usualPorts = { tls: 465, starttls: 587 }

type Line = Pick<LiveSettings, 'smtpUrl' | 'smtpRequireTls'>
type Steps = Parameters<typeof takeSteps>[0]

const noServer = () => [
  stepResult('entered', 'not_entered', { message: 'Enter a mail server first.' }),
]

/** Tests the mail server: connects and signs in without sending a mail. */
export async function tryMailServer(settings: Line): Promise<TriedStep[]> {
  const line = settings.smtpUrl && openLine(settings.smtpUrl, settings)
  if (!line) return noServer()
  try {
    return await takeSteps(line.steps, judge)
  } finally {
    line.close()
  }
}

/** Tests the mail server: connects, signs in and sends a mail to `to`. */
export async function tryMail(
  settings: LiveSettings,
  { to, series }: { to: string; series: string },
): Promise<TriedStep[]> {
  const { smtpUrl, mailReplyTo } = settings
  const line = smtpUrl && openLine(smtpUrl, settings)
  if (!line) return noServer()
  const from = senderOf(settings, series)

  async function send(connection: SMTPConnection): Promise<TriedStep> {
    const message = new MailComposer({
      from,
      to,
      ...(mailReplyTo && { replyTo: mailReplyTo }),
      subject: `Test email from ${series}`,
      text: `This is a test of the mail server of ${series}.\n\nIt arrived, so emails can be sent.\n`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    }).compile()
    const raw = await message.build()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.send(message.getEnvelope(), raw, (error) => (error ? reject(error) : resolve()))
    await promise
    return stepResult('mail', 'good', {
      message: 'The server accepted the email. Check that it arrived, and not in the spam folder.',
    })
  }

  try {
    return await takeSteps([...line.steps, ['mail', () => send(line.connection()!)]], judge)
  } finally {
    line.close()
  }
}

/** Returns the steps that open a connection to the mail server, up to the point where it accepts mails. */
function openLine(smtpUrl: string, { smtpRequireTls }: Line) {
  const { host, port, security, user, password } = splitAddress('SMTP_URL', smtpUrl)
  const isSecure = security === 'tls'
  const requireTLS = smtpRequireTls && !isThisMachine(smtpUrl)
  let socket: Socket | undefined
  let connection: SMTPConnection | undefined

  async function connect(signal: AbortSignal) {
    const usual = isSecure ? usualPorts.tls : usualPorts.starttls
    socket = await reachServer({ host, port: Number(port) || usual }, signal)
  }

  async function secure(): Promise<TriedStep | void> {
    const line = new SMTPConnection({
      connection: socket,
      host,
      secure: isSecure,
      requireTLS,
      ...(!isIP(host) && { tls: { servername: host } }),
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    })
    connection = line
    await new Promise<void>((resolve, reject) => {
      // Keep the listener after the test: an unhandled `error` event of the connection would end the process.
      line.on('error', reject)
      line.connect((error) => (error ? reject(error) : resolve()))
    })
    if (line.secure) return
    return stepResult('tls', 'without', {
      message: isThisMachine(smtpUrl)
        ? 'The server is on this machine, so the connection is safe.'
        : 'The server offers no TLS, and SMTP_REQUIRE_TLS is off, so emails are sent unencrypted.',
    })
  }

  async function logIn(): Promise<TriedStep | void> {
    if (!user) return stepResult('login', 'without', { message: 'No user is entered.' })
    const login = promisify(connection!.login.bind(connection!))
    await login({ credentials: { user, pass: password } })
  }

  const steps: Steps = [
    ['connect', connect],
    ['tls', secure],
    ['login', logIn],
  ]
  return {
    steps,
    connection: () => connection,
    close() {
      connection?.close()
      socket?.destroy()
    },
  }
}

/**
 * Returns the result of a settings test for an error of the mail server. Replies contain only this result, never the
 * server's message.
 */
function judge(error: unknown, step: TryStep): TryOutcome | undefined {
  const found = error as {
    code?: string
    responseCode?: number
    command?: string
    message?: string
  }
  const { code = '', responseCode = 0, command = '', message = '' } = found
  if (step === 'tls') {
    const ofTls = judgeTls(code, message)
    if (ofTls) return ofTls
    if (code === 'ETLS') return 'no_tls'
    return undefined
  }
  if (responseCode >= 400 && responseCode < 500 && responseCode !== 454) return 'too_many'
  if (step === 'login') return responseCode >= 500 || code === 'EAUTH' ? 'wrong_login' : undefined
  if (responseCode === 530) return 'login_needed'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'RCPT TO') return 'recipient_refused'
  return responseCode >= 500 ? 'mail_refused' : undefined
}
