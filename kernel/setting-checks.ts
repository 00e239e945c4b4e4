/**
 * The result of checking one setting, such as the public URL, in words for the administrator. The Health page, `npm run
 * doctor`, the settings page and the set-up all display this text.
 */
export type SettingCheck = {
  id: 'address' | 'origin' | 'reach' | 'https' | 'proxy' | 'mail_server' | 'sender' | 'backups'
  isGood: boolean
  text: string
  /** How to fix the problem; empty for a good result. */
  fix: string
}

type Id = SettingCheck['id']
const good = (id: Id, text: string): SettingCheck => ({ id, isGood: true, text, fix: '' })
const bad = (id: Id, text: string, fix: string): SettingCheck => ({ id, isGood: false, text, fix })

/** Returns the result of a check and how to fix the problem, as one text. */
export function explainCheck({ text, fix }: SettingCheck): string {
  return fix === '' ? text : `${text} ${fix}`
}

/**
 * Returns whether only this machine or its local network can reach a URL's host. `hostname` has IPv6 addresses
 * in brackets.
 */
function isAtHome(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return (
    /^(localhost|.+\.(localhost|local|lan|internal|home\.arpa))$/.test(host) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /^\[(::1|f[cd]|fe8)/.test(host)
  )
}

export const addressMissing = bad(
  'address',
  'No public address is set: links in emails only work on the server itself.',
  'Enter the public address under Settings › Connections.',
)

/** Checks whether the configured public URL is the one at which the administrator opened the site in the browser. */
export function checkOrigin(publicUrl: string, origin: string): SettingCheck {
  if (publicUrl === origin) return good('origin', 'You are using this address.')
  return bad(
    'origin',
    `Your address now is ${origin}, and links in emails lead to ${publicUrl}.`,
    `Open ${publicUrl}/admin in another tab: if the admin area appears, the address is correct.`,
  )
}

/** Checks by the name or IP address in a URL whether visitors can reach the host; opens no connection. */
export function checkReach(url: string): SettingCheck {
  if (!isAtHome(url)) return good('reach', 'Visitors can reach this address.')
  return bad(
    'reach',
    `Only this machine or its network reaches ${url}, so links in emails would not work.`,
    'Give the server a public name (a domain), and enter it as the public address in the setup guide or under Settings › Connections.',
  )
}

export function checkHttps(url: string): SettingCheck {
  if (url.startsWith('https:')) return good('https', 'Visitors come over https.')
  return bad(
    'https',
    'Without https, all data is sent unencrypted, including passwords.',
    'Set up a proxy with a certificate, such as Caddy, and enter its https:// address under Settings › Connections.',
  )
}

type ProxyFacts = {
  /** Whether the request has headers that a proxy adds, such as `X-Forwarded-For`. */
  isForwarded: boolean
  trustsProxy: boolean
}

export function checkProxy({ isForwarded, trustsProxy }: ProxyFacts): SettingCheck {
  if (!isForwarded) return good('proxy', 'There is no proxy.')
  if (trustsProxy) return good('proxy', 'A proxy is in front of the site, and trusted.')
  return bad(
    'proxy',
    'A proxy is in front of the site but not trusted, so all visitors share one IP address and its limits.',
    'Set TRUST_PROXY=1 on the server (the number of proxies), and restart.',
  )
}

export const mailServerMissing = bad(
  'mail_server',
  'No mail server is connected: emails are not sent.',
  'Enter a mail server under Settings › Connections.',
)

export const senderMissing = bad(
  'sender',
  'No sender address is set: many mail servers refuse such emails.',
  'Enter the sender under Settings › Connections.',
)

export const backupsMissing = bad(
  'backups',
  'No backups are made.',
  'Enter a location under Settings › Connections.',
)
