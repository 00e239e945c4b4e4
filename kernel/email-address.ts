import { parseUrl } from './parse-url.ts'

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

/** Characters that HTML's email field allows before the @, for a character class of a regular expression. */
export const mailboxCharacters = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-"

/**
 * Matches invisible characters, which are never part of an email address: soft hyphens, zero-width spaces and
 * joiners, direction marks, byte order marks, variation selectors.
 */
const invisible = /[\p{Cf}\uFE00-\uFE0F]/gu

export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '')
}

/** Returns the domain in punycode; unchanged if it is ASCII or not a domain. */
export function toAsciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || /[\s/\\?#:%@[\]]/.test(domain)) return domain
  const url = `http://${domain}`
  return parseUrl(url)?.hostname ?? domain
}

/**
 * Cleans a pasted email address: removes invisible characters, `mailto:`, a display name with angle brackets,
 * and surrounding spaces, quotes and punctuation. Converts the email to lower case and its domain to punycode.
 * Other characters stay, so that the result is never another person's email.
 */
export function cleanEmailAddress(text: string): string {
  const visible = removeInvisible(text).trim().toLowerCase()
  const [, bracketed] = /^[^<>@]*<([^<>]+)>[^<>@]*$/.exec(visible) ?? []
  const unquoted = (bracketed ?? visible).trim().replace(/^(["'])(.*)\1$/s, '$2')
  const bare = unquoted.replace(/^[\s"“”„«(<[,;]+/u, '')
  const [, linked] = /^mailto:\s*([^?]*)/.exec(bare) ?? []
  const address = trimEnd(linked ?? bare)
  const at = address.lastIndexOf('@')
  return at === -1 ? address : `${address.slice(0, at)}@${toAsciiDomain(address.slice(at + 1))}`
}

/**
 * Removes characters at the end of an email address that cannot end a domain. A loop, because a regular
 * expression would take quadratic time on long texts.
 */
function trimEnd(text: string) {
  let end = text.length
  while (end > 0 && /[\s.,;:!?)\]}>"'“”’»]/u.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Matches an email address that HTML's email field accepts and whose domain contains a dot. */
export const emailAddress = new RegExp(`^[${mailboxCharacters}]+@${label}(?:\\.${label})+$`)
