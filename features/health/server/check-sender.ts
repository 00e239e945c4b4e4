import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { HealthFinding } from '#features/health/contract.ts'
import { senderOf } from '#features/mails/server/mailer.ts'
import { green, red, yellow, type HealthContext } from './findings.ts'

/**
 * Common DKIM selectors of mail providers. DNS cannot list which selectors a domain has, so the check tries these.
 */
const usualSelectors = [
  'default dkim mail email smtp google selector1 selector2 s1 s2 k1 k2 k3 key1',
  'mta mx pm mandrill mailjet sendgrid zoho fm1 fm2 fm3 protonmail hs1 scph0618 resend brevo',
]
  .join(' ')
  .split(' ')

const patience = { timeout: 2000, tries: 2 }

/** Checks the DNS records SPF, DKIM and DMARC of the sender address's domain. */
export async function checkSender({ settings, config }: HealthContext): Promise<HealthFinding[]> {
  if (!settings.smtpUrl) return []
  const domain = domainOf(senderOf(settings, ''))
  // Without a real domain there are no DNS records to check. The check of settings reports a missing sender.
  if (!domain.includes('.') || isIP(domain)) return []
  const resolver = new Resolver(patience)
  // Use the DNS servers set in this Node.js process; by default, the resolver uses those of the system.
  resolver.setServers(dns.getServers())
  const read = (name: string) => readTexts(resolver, name)
  try {
    const spf = await judgeSpf(domain, read)
    const others = await Promise.all([
      judgeDkim(domain, config.mailDkimSelector, read),
      judgeDmarc(domain, read),
    ])
    return [spf, ...others]
  } catch (error) {
    if (!(error instanceof NoResolver)) throw error
    const words = `No DNS server answers from here, so SPF, DKIM and DMARC of ${domain} were not checked. Check /etc/resolv.conf.`
    return [yellow('dns', words)]
  } finally {
    resolver.cancel()
  }
}

function domainOf(sender: string) {
  const [, domain = ''] = /@([^\s>@]+)>?\s*$/.exec(sender) ?? []
  return domainToASCII(domain).toLowerCase()
}

class NoResolver extends Error {}

const nothingThere = new Set(['ENODATA', 'ENOTFOUND'])

/** Returns the TXT records of a domain name; empty if the name does not exist. Throws NoResolver if DNS fails. */
async function readTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (nothingThere.has(code)) return []
    throw new NoResolver(code, { cause: error })
  }
}

type Read = (name: string) => Promise<string[]>

async function judgeSpf(domain: string, read: Read): Promise<HealthFinding> {
  const records = (await read(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  const [record] = records
  if (record === undefined) {
    const words = `${domain} has no SPF record, so many servers treat its emails as forged. Add the TXT record of your mail provider, v=spf1 … -all.`
    return red('spf', words)
  }
  if (records.length > 1) {
    const words = `${domain} has ${records.length} SPF records, which makes all of them invalid. Combine them into one.`
    return red('spf', words)
  }
  if (/(^|\s)\+?all(\s|$)/i.test(record)) {
    const words = `The SPF record of ${domain} allows anyone to send in its name. End it with -all or ~all.`
    return red('spf', words)
  }
  return green('spf', `${domain} has a valid SPF record.`)
}

/** Returns whether a DKIM record contains a key; that of a revoked key is empty. */
const isKey = (text: string) => /(^|;)\s*p\s*=\s*[^\s;]/i.test(text)

async function judgeDkim(
  domain: string,
  selector: string | undefined,
  read: Read,
): Promise<HealthFinding> {
  const placeOf = (name: string) => `${name}._domainkey.${domain}`
  if (selector !== undefined) {
    const texts = await read(placeOf(selector))
    if (texts.some(isKey)) return green('dkim', `There is a DKIM key at ${placeOf(selector)}.`)
    const words = `There is no DKIM key at ${placeOf(selector)}. Add the TXT record of your mail provider, or correct MAIL_DKIM_SELECTOR.`
    return red('dkim', words)
  }
  const tried = await Promise.all(
    usualSelectors.map(async (name) =>
      (await read(placeOf(name))).some(isKey) ? name : undefined,
    ),
  )
  const found = tried.find((name) => name !== undefined)
  if (found) return green('dkim', `There is a DKIM key at ${placeOf(found)}.`)
  const words = `No DKIM key of ${domain} was found under common selectors. Set MAIL_DKIM_SELECTOR to your mail provider's selector, or add its TXT record.`
  return yellow('dkim', words)
}

/** Checks the DMARC policy of the domain or, if it has none, of its parent domains up to the second level. */
async function judgeDmarc(domain: string, read: Read): Promise<HealthFinding> {
  const parts = domain.split('.')
  const above = parts.slice(0, -1).map((_, index) => parts.slice(index).join('.'))
  for (const one of above) {
    const records = (await read(`_dmarc.${one}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (records.length === 0) continue
    const isUsable =
      records.length === 1 && /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(records[0]!)
    if (isUsable) return green('dmarc', `There is a DMARC policy at _dmarc.${one}.`)
    const words = `The DMARC policy at _dmarc.${one} is invalid or exists twice. Publish a single TXT record, v=DMARC1; p=none; rua=mailto:….`
    return red('dmarc', words)
  }
  const words = `${domain} has no DMARC policy, which large mail providers require. Add the TXT record _dmarc.${domain}: v=DMARC1; p=none.`
  return yellow('dmarc', words)
}
