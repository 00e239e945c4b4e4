import type { Arrival, HealthFinding } from '#features/health/contract.ts'
import { judgeHttps } from '#features/settings/server/try-here.ts'
import { explainOutcome, judgeCall } from '#features/settings/server/tried-step.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import type { SiteAnswer } from './arrival.ts'
import { addressMissing, checkProxy, explainCheck } from '#kernel/setting-checks.ts'
import { writeCount } from '#kernel/write-count.ts'
import { green, red, yellow, type HealthContext } from './findings.ts'

const dayMs = 24 * 60 * 60_000
/**
 * Days before a certificate expires from which on the check is yellow. Certificates for ninety days are usually
 * renewed thirty days before they expire.
 */
const soonDays = 14
const verySoonDays = 3

/**
 * Checks the public URL: it leads to this site and uses https, its certificate is valid, and TRUST_PROXY matches the
 * proxies.
 */
export async function checkAddress(
  { settings: { publicUrl }, config, now }: HealthContext,
  ask: () => Promise<SiteAnswer | undefined>,
): Promise<HealthFinding[]> {
  if (!publicUrl) {
    return [yellow('address', explainCheck(addressMissing))]
  }
  let answer: SiteAnswer | undefined
  try {
    answer = await ask()
  } catch (error) {
    return [judgeUnreached(publicUrl, error)]
  }
  const certificate = answer?.certificateEnds && judgeCertificate(answer.certificateEnds, now())
  const found = certificate ? [certificate] : []
  const wrong = answer && judgeAnswer(publicUrl, answer)
  if (wrong) return [wrong, ...found]
  const arrival = answer?.arrival
  if (!arrival) return [judgeSafety(publicUrl), ...found]
  const trustsProxy = config.trustProxy !== false
  return [judgeSafety(publicUrl), ...found, judgeArrivalHere(publicUrl, arrival, trustsProxy)]
}

function judgeUnreached(publicUrl: string, error: unknown): HealthFinding {
  const { code } = error as NodeJS.ErrnoException
  const outcome = code === 'ABORT_ERR' ? 'no_answer' : judgeCall(error)
  if (outcome === 'bad_certificate') {
    const words =
      code === 'CERT_HAS_EXPIRED'
        ? `The certificate of ${publicUrl} has expired, so browsers refuse the connection. Renew it on the proxy, and check the proxy's log for the reason.`
        : `Browsers do not trust the certificate of ${publicUrl}: it is for another name or not from a trusted authority. Install a certificate for this name on the proxy.`
    return red('certificate', words)
  }
  if (outcome === 'no_answer') {
    const words = `${publicUrl} does not answer from here. Some networks cannot reach their own public address: try another network, and check proxy and firewall.`
    return yellow('address', words)
  }
  const words: Partial<Record<typeof outcome, string>> = {
    unknown_host: 'no name server knows this name. Add its record where the domain is held.',
    refused: 'nobody answers there. Start the proxy, and let its port through the firewall.',
    other_security: 'what answers does not speak https. Look at the proxy.',
    not_understood: 'what answers does not speak http. Look at the proxy.',
  }
  return red('address', `${publicUrl}: ${words[outcome] ?? explainOutcome(outcome)}`)
}

function judgeAnswer(publicUrl: string, answer: SiteAnswer): HealthFinding | undefined {
  const { status, arrival, wasAsked } = answer
  // Without the database there is no key to sign the request. Accept any server that responds like Greenroom.
  if (arrival || (!wasAsked && status === 200)) return undefined
  if (status >= 300 && status < 400) {
    const words = `${publicUrl} redirects to another address. Set PUBLIC_URL to the final address.`
    return red('address', words)
  }
  if (status >= 502 && status <= 504) {
    const words = `At ${publicUrl} the proxy answers but cannot reach the site. Start the site, and check the port in the proxy's configuration.`
    return red('address', words)
  }
  const words = `At ${publicUrl} another server answers. Correct the address or the proxy's configuration.`
  return red('address', words)
}

function judgeSafety(publicUrl: string): HealthFinding {
  const { isGood, message, outcome } = judgeHttps(publicUrl)
  if (isGood) return green('address', `${publicUrl} leads here. ${message}`)
  return outcome === 'this_machine' ? yellow('address', message) : red('address', message)
}

function judgeCertificate(ends: Date, now: Date): HealthFinding {
  const days = Math.floor((ends.getTime() - now.getTime()) / dayMs)
  const words = `The certificate is valid for ${writeCount(days, 'day')} more`
  const way = 'The proxy should have renewed it by now: check its log.'
  if (days < verySoonDays) return red('certificate', `${words}. ${way}`)
  if (days < soonDays) return yellow('certificate', `${words}. ${way}`)
  return green('certificate', `${words}.`)
}

const verdicts: Record<Exclude<Arrival['proxy'], 'none' | 'right'>, string> = {
  unbelieved: explainCheck(checkProxy({ isForwarded: true, trustsProxy: false })),
  too_few:
    'There are more proxies than TRUST_PROXY says, so all visitors share one IP address. Increase it by one until this check is green.',
  forged:
    'Visitors can forge their IP address, because TRUST_PROXY is larger than the number of proxies. Lower it, and block access that bypasses the proxy.',
}

function judgeArrivalHere(
  publicUrl: string,
  { proxy, isHttps }: Arrival,
  trustsProxy: boolean,
): HealthFinding {
  if (proxy !== 'none' && proxy !== 'right') return red('proxy', verdicts[proxy])
  const isSecure = publicUrl.startsWith('https:')
  if (proxy === 'none' && isSecure) {
    const words =
      'The proxy does not forward visitors’ IP addresses, so all visitors share one. Send X-Forwarded-For, and set TRUST_PROXY.'
    return red('proxy', words)
  }
  if (isSecure && isHttps !== true) {
    const words = 'The proxy does not forward that visitors use https. Send X-Forwarded-Proto.'
    return red('proxy', words)
  }
  if (proxy === 'none') {
    const words = trustsProxy
      ? 'There is no proxy, but TRUST_PROXY is set. Remove it.'
      : 'There is no proxy in front of the site.'
    const isPlain = !trustsProxy || isThisMachine(publicUrl)
    return isPlain
      ? green('proxy', 'There is no proxy in front of the site.')
      : yellow('proxy', words)
  }
  return green('proxy', 'The proxy forwards visitors’ IP addresses, and is trusted correctly.')
}
