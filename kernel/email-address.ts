import { parseUrl } from './parse-url.ts'

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

/** Characters that the HTML standard's email field allows before the @, as part of a character class. */
export const mailboxCharacters = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-"

/**
 * Invisible characters that are never part of an address: soft hyphens, zero-width spaces and joiners,
 * direction marks, byte order marks, variation selectors.
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
 * Cleans a pasted address: removes invisible characters, spaces, `mailto:`, a display name with angle brackets,
 * quotes and punctuation around it; converts to lower case and the domain to punycode. Characters inside the
 * address stay, so that it cannot become another person's.
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
 * Removes characters that cannot end a domain. A loop, because a regular expression would be quadratic on long
 * texts.
 */
function trimEnd(text: string) {
  let end = text.length
  while (end > 0 && /[\s.,;:!?)\]}>"'“”’»]/u.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** An email as accepted by the HTML standard's field, with a dot in the domain. */
export const emailAddress = new RegExp(`^[${mailboxCharacters}]+@${label}(?:\\.${label})+$`)
