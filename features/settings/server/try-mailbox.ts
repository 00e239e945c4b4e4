import { isIP } from 'node:net'
import type { TriedStep, TryOutcome, TryStep } from '#features/settings/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { judgeTls } from '#platform/http/judge-connection.ts'
import { reachServer } from '#platform/http/reach-server.ts'
import type { BounceMailbox } from '#platform/settings/bounce-settings.ts'
import { patienceMs, takeSteps, stepResult } from './tried-step.ts'

/** Tests the bounce mailbox: signs in and opens its folder read-only. */
export async function tryMailbox(mailbox: BounceMailbox | undefined): Promise<TriedStep[]> {
  if (!mailbox) return [stepResult('entered', 'not_entered', { message: 'Enter a mailbox first.' })]
  const { host, port, secure, user, pass, requireTls, folder } = mailbox
  const { ImapFlow } = await import('imapflow')
  let address = host
  const line = () =>
    new ImapFlow({
      host: address,
      port,
      ...(!isIP(host) && { servername: host }),
      secure,
      ...(!secure && requireTls && { doSTARTTLS: true }),
      auth: { user, pass },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    })
  let client: ReturnType<typeof line> | undefined

  async function connect(signal: AbortSignal) {
    const socket = await reachServer({ host, port }, signal)
    address = socket.remoteAddress ?? host
    socket.destroy()
  }

  /** ImapFlow combines TLS and sign-in in one call; `judge` derives from the error which of the two failed. */
  async function secureAndLogIn() {
    const opened = line()
    client = opened
    opened.on('error', () => {})
    await opened.connect()
  }

  async function open(): Promise<TriedStep> {
    const { exists } = await client!.mailboxOpen(folder, { readOnly: true })
    return stepResult('folder', 'good', {
      message: `The folder exists, with ${writeCount(exists, 'mail')}.`,
    })
  }

  try {
    const told = await takeSteps(
      [
        ['connect', connect],
        ['login', secureAndLogIn],
        ['folder', open],
      ],
      judge,
    )
    return withTls(told, { isSecured: client?.secureConnection ?? false })
  } finally {
    client?.close()
  }
}

const ofTls: TryOutcome[] = ['bad_certificate', 'other_security', 'no_tls', 'not_understood']

/** ImapFlow reports TLS and sign-in as one step. Adds a separate result for TLS before that of signing in. */
function withTls(told: TriedStep[], { isSecured }: { isSecured: boolean }): TriedStep[] {
  return told.flatMap((step): TriedStep[] => {
    if (step.step !== 'login') return [step]
    if (step.outcome === 'not_tried') return [stepResult('tls', 'not_tried'), step]
    if (ofTls.includes(step.outcome))
      return [stepResult('tls', step.outcome), stepResult('login', 'not_tried')]
    const message = 'The server is on this machine, so the connection is safe.'
    return [isSecured ? stepResult('tls', 'good') : stepResult('tls', 'without', { message }), step]
  })
}

function judge(error: unknown, step: TryStep): TryOutcome | undefined {
  const found = error as {
    code?: string
    message?: string
    authenticationFailed?: boolean
    responseStatus?: string
  }
  if (found.authenticationFailed) return 'wrong_login'
  if (step === 'folder') return found.responseStatus === 'NO' ? 'not_there' : undefined
  if (/STARTTLS/i.test(found.message ?? '')) return 'no_tls'
  return judgeTls(found.code ?? '', found.message ?? '')
}
