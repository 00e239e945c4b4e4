import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { lineSecurities } from '#kernel/live-settings.ts'
import { settings } from './settings.ts'

/**
 * A mail server's URL is one text in the environment and several fields in the admin area. The database stores the
 * URL without the password, which is encrypted in another column.
 */
const schemes = {
  SMTP_URL: { tls: 'smtps:', starttls: 'smtp:' },
  BOUNCE_IMAP_URL: { tls: 'imaps:', starttls: 'imap:' },
} as const

export type AddressSetting = keyof typeof schemes

export function isAddressSetting(name: string): name is AddressSetting {
  return name in schemes
}

export type AddressParts = {
  host: string
  port: string
  security: string
  user: string
  password: string
  folder: string
}

export const noParts: AddressParts = {
  host: '',
  port: '',
  security: 'tls',
  user: '',
  password: '',
  folder: '',
}

/** Returns the parts of a mail server's URL; empty parts for an invalid URL. */
export function splitAddress(name: AddressSetting, text: string | null | undefined): AddressParts {
  const url = URL.parse(text ?? '')
  if (!url) return noParts
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    security: url.protocol === schemes[name].tls ? 'tls' : 'starttls',
    user: decode(url.username),
    password: decode(url.password),
    folder: decode(url.pathname.replace(/^\/+|\/+$/g, '')),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Returns a mail server's URL from its validated parts; '' without a host. If `password` is empty, the URL contains
 * none.
 */
export function joinAddress(
  name: AddressSetting,
  { host, port, security, user, password, folder }: AddressParts,
): string {
  if (!host) return ''
  const scheme = security === 'starttls' ? schemes[name].starttls : schemes[name].tls
  const who =
    user && `${encodeURIComponent(user)}${password && `:${encodeURIComponent(password)}`}@`
  const path = name === 'BOUNCE_IMAP_URL' && folder ? `/${encodeURIComponent(folder)}` : ''
  return `${scheme}//${who}${writeHost(host)}${port && `:${port}`}${path}`
}

/**
 * Some mail providers use the same secret as user name and password. This control character then replaces the user name
 * in the stored URL; users cannot type it.
 */
const ownPassword = '\u0001'

/**
 * Returns a mail server's URL for storage, in which a placeholder replaces a user name that equals the password.
 * Some providers use the same secret for both, and it must not be stored in plain text.
 */
export function hideAccount(name: AddressSetting, address: string, password: string): string {
  const parts = splitAddress(name, address)
  const isHidden = password !== '' && parts.user === password
  return isHidden ? joinAddress(name, { ...parts, user: ownPassword, password: '' }) : address
}

/**
 * Reverses hideAccount: returns the URL with its user name. If the user name was the password and the password is lost,
 * the URL has no user name.
 */
export function revealAccount(name: AddressSetting, address: string, password = ''): string {
  const parts = splitAddress(name, address)
  if (parts.user !== ownPassword) return address
  return joinAddress(name, { ...parts, user: password, password: '' })
}

function writeHost(host: string) {
  return isIPv6(host) ? `[${host}]` : domainToASCII(host)
}

type Problem = { part: keyof AddressParts; message: string }

/** Returns the errors in the parts of a URL that an administrator typed; each message says what to enter. */
export function checkParts(name: AddressSetting, parts: AddressParts): Problem[] {
  const { host, port, security, user, password, folder } = parts
  const isEmpty = ![host, port, user, password, folder].some(Boolean)
  if (isEmpty) return []
  const problems: Problem[] = []
  const add = (part: Problem['part'], message: string) => void problems.push({ part, message })
  const isHost =
    isIPv6(host) || (/^[^\s/?#@:[\]\\%]{1,253}$/.test(host) && domainToASCII(host) !== '')
  if (!host) add('host', 'Enter the name of the server, such as mail.example.org')
  else if (!isHost) add('host', 'Must be only the name of a server, such as mail.example.org')
  const isPort =
    port === '' || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)
  if (!isPort) add('port', 'Must be a number from 1 to 65535, or empty for the default')
  if (!lineSecurities.includes(security as 'tls')) add('security', 'Must be tls or starttls')
  if (name === 'SMTP_URL' && password && !user) {
    add('user', 'Enter the user name for this password')
  }
  if (name === 'SMTP_URL' && user && !password) {
    add('password', 'Enter the password of this user')
  }
  if (name === 'BOUNCE_IMAP_URL' && !user) add('user', 'Enter the user of the mailbox')
  if (name === 'BOUNCE_IMAP_URL' && !password) add('password', 'Enter the password of the mailbox')
  if (problems.length > 0) return problems
  const read = settings[name].schema.safeParse(joinAddress(name, parts))
  return read.success ? [] : [{ part: 'host', message: read.error.issues[0]!.message }]
}
