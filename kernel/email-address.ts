import { parseUrl } from './parse-url.ts'

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

/**
 * What may stand before the @ by the HTML standard's e-mail field, as part of a character class.
 */
export const mailboxCharacters = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-"

/**
 * Characters that are invisible and belong to no address: soft hyphens, zero-width spaces and joiners,
 * direction marks, byte order marks, variation selectors.
 */
const invisible = /[\p{Cf}\uFE00-\uFE0F]/gu

export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '')
}

/** Returns the domain in punycode; unchanged where it is ASCII or no domain. */
export function toAsciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || /[\s/\\?#:%@[\]]/.test(domain)) return domain
  const url = `http://${domain}`
  return parseUrl(url)?.hostname ?? domain
}

/**
 * Cleans an address as people paste it: takes away invisible characters, spaces around it, `mailto:`,
 * a name with angle brackets, quotes and punctuation around it; lower case, its domain in punycode.
 * Characters inside an address stay, so that no other person's address remains.
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

/** Takes away what no domain ends in; a loop, since a pattern would try every position of a long text. */
function trimEnd(text: string) {
  let end = text.length
  while (end > 0 && /[\s.,;:!?)\]}>"'“”’»]/u.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/**
 * An e-mail as the HTML standard's field takes it, with a dot in the domain. Specification,
 * "Forms".
 */
export const emailAddress = new RegExp(`^[${mailboxCharacters}]+@${label}(?:\\.${label})+$`)
