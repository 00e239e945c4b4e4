import type { Arrival, HealthFinding } from '#features/health/contract.ts'
import { judgeHttps } from '#features/settings/server/try-here.ts'
import { explainOutcome, judgeCall } from '#features/settings/server/tried-step.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import type { SiteAnswer } from './arrival.ts'
import { green, red, writeCount, yellow, type HealthContext } from './findings.ts'

const dayMs = 24 * 60 * 60_000
/** Certificates for ninety days are usually renewed a month before they expire. */
const soonDays = 14
const verySoonDays = 3

/** Checks the public URL: it leads here, uses https, and TRUST_PROXY matches the proxies. */
export async function checkAddress(
  { settings: { publicUrl }, config, now }: HealthContext,
  ask: () => Promise<SiteAnswer | undefined>,
): Promise<HealthFinding[]> {
  if (!publicUrl) {
    const words =
      'No public address is set: links in mails lead to this machine only. Enter the address that visitors use, or set PUBLIC_URL.'
    return [yellow('address', words)]
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
        ? `The certificate of ${publicUrl} has expired: browsers let nobody in. Have the proxy fetch a new one, and see in its log why it did not.`
        : `Browsers do not trust the certificate of ${publicUrl}: it is for another name, or nobody known vouches for it. Give the proxy one that is made for this name.`
    return red('certificate', words)
  }
  if (outcome === 'no_answer') {
    const words = `${publicUrl} does not answer from here. Some networks lead nobody back to themselves: look from elsewhere, and at the proxy and the firewall.`
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
  // Without the database there is no key to verify the answer, so accept any Greenroom.
  if (arrival || (!wasAsked && status === 200)) return undefined
  if (status >= 300 && status < 400) {
    const words = `${publicUrl} leads on to another address. Set PUBLIC_URL to where it ends.`
    return red('address', words)
  }
  if (status >= 502 && status <= 504) {
    const words = `At ${publicUrl} the proxy answers, and finds no site behind it. Start the site, and let the proxy lead to its port.`
    return red('address', words)
  }
  const words = `At ${publicUrl} something else than this site answers. Correct the address, or where the proxy leads.`
  return red('address', words)
}

function judgeSafety(publicUrl: string): HealthFinding {
  const { isGood, message, outcome } = judgeHttps(publicUrl)
  if (isGood) return green('address', `${publicUrl} leads here. ${message}`)
  return outcome === 'this_machine' ? yellow('address', message) : red('address', message)
}

function judgeCertificate(ends: Date, now: Date): HealthFinding {
  const days = Math.floor((ends.getTime() - now.getTime()) / dayMs)
  const words = `The certificate is good for ${writeCount(days, 'day')} more`
  const way = 'The proxy should have fetched a new one by now: see its log.'
  if (days < verySoonDays) return red('certificate', `${words}. ${way}`)
  if (days < soonDays) return yellow('certificate', `${words}. ${way}`)
  return green('certificate', `${words}.`)
}

const verdicts: Record<Exclude<Arrival['proxy'], 'none' | 'right'>, string> = {
  unbelieved:
    'A proxy stands before the site and is not believed: all visitors count as one address, and limits stop them together. Set TRUST_PROXY to the number of proxies, and start again.',
  too_few:
    'More proxies stand before the site than TRUST_PROXY names: all visitors count as one of them. Raise it by one until this line is green.',
  forged:
    'Visitors can write any address of theirs, and are believed: TRUST_PROXY names more proxies than there are. Lower it, and let nobody reach the site past the proxy.',
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
      'The proxy does not say whose calls it passes on: all visitors count as one address. Let it send X-Forwarded-For, and set TRUST_PROXY.'
    return red('proxy', words)
  }
  if (isSecure && isHttps !== true) {
    const words =
      'The proxy does not say that visitors come over https. Let it send X-Forwarded-Proto.'
    return red('proxy', words)
  }
  if (proxy === 'none') {
    const words = trustsProxy
      ? 'No proxy stands before the site, and TRUST_PROXY names some. Remove it.'
      : 'No proxy stands before the site.'
    const isPlain = !trustsProxy || isThisMachine(publicUrl)
    return isPlain ? green('proxy', 'No proxy stands before the site.') : yellow('proxy', words)
  }
  return green(
    'proxy',
    'Whose calls the proxy passes on is known, and believed as far as it should.',
  )
}
