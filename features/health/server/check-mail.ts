import type { HealthFinding } from '#features/health/contract.ts'
import type { TriedStep } from '#features/settings/contract.ts'
import { tryMailServer } from '#features/settings/server/try-mail.ts'
import { tryMailbox } from '#features/settings/server/try-mailbox.ts'
import { explainCheck, mailServerMissing } from '#kernel/setting-checks.ts'
import { splitAddress } from '#platform/settings/address-parts.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import { green, red, yellow, type HealthContext } from './findings.ts'

/** Connects to the mail server, starts TLS and signs in; sends no mail. */
export async function checkMailServer({ settings }: HealthContext): Promise<HealthFinding[]> {
  const { smtpUrl } = settings
  if (!smtpUrl) {
    return [yellow('mail_server', explainCheck(mailServerMissing))]
  }
  const { host } = splitAddress('SMTP_URL', smtpUrl)
  const steps = await tryMailServer(settings)
  const problem = findProblem(steps)
  if (problem) return [red('mail_server', `${host}: ${problem}`)]
  const isOpen = steps.some(({ step, outcome }) => step === 'tls' && outcome === 'without')
  if (isOpen && !isThisMachine(smtpUrl)) {
    const words = `${host} accepts emails without TLS, and SMTP_REQUIRE_TLS is off, so emails are sent unencrypted. Choose a server with TLS.`
    return [yellow('mail_server', words)]
  }
  return [green('mail_server', `${host} answers and accepts the login.`)]
}

/** Signs in to the bounce mailbox and opens its folder. */
export async function checkMailbox({ settings }: HealthContext): Promise<HealthFinding[]> {
  const { bounceMailbox } = settings
  if (!bounceMailbox) return []
  const problem = findProblem(await tryMailbox(bounceMailbox))
  const { host } = bounceMailbox
  if (problem) return [red('mailbox', `${host}: ${problem}`)]
  return [green('mailbox', `${host} accepts the login and opens the folder of bounces.`)]
}

const findProblem = (steps: TriedStep[]) => steps.find(({ isGood }) => !isGood)?.message
