import { removeInvisible } from '#kernel/email-address.ts'

/**
 * Maximum number of rows that the page sends in one import call. With the embedded database, other requests
 * wait while a call is processed.
 */
export const rowsInPart = 250

/**
 * Maximum number of rows that the page sends in one preview call. The number is higher than for imports,
 * because a preview locks nothing.
 */
export const rowsInPreview = 1000

/** Words for yes and no in lists, as parts of regular expressions. */
export const yesWords = 'yes|y|true|ja|s[iíì]|oui|sim|tak|да'
export const noWords = 'no|n|false|nein|non|n[ãa]o|nee|nie|нет'

export type Name = { firstName: string; lastName: string }

/** Returns a name for display, without double spaces. */
export function joinName({ firstName, lastName }: Name): string {
  return `${firstName} ${lastName}`.replaceAll(/\s+/g, ' ').trim()
}

/** Matches text in round brackets, which may be a preferred name or pronouns. */
const bracketed = /\(([^()]*)\)/g
const honorific =
  /^(?:dr|prof|mr|mrs|ms|mx|miss|sir|dame|rev|hon|ing|mag|dipl|herr|frau|monsieur|madame|mme|sr|sra|dott|dra)\.?$/i
const suffix =
  /^(?:ph\.?\s?d|dr|m\.?d|m\.?a|m\.?sc|b\.?a|b\.?sc|mba|llm|ll\.?b|cpa|cfa|pmp|esq|jr|sr|jnr|snr|ii|iii|iv)\.?$/i

/**
 * Splits a whole name into first and last name. The last name is the last word with the lower-case words
 * before it (`van der Merwe`), or everything before a comma (`Dlamini, Sipho`). Titles and suffixes are
 * removed. A single word is a first name.
 */
export function splitName(whole: string): Name {
  const [before = '', ...after] = chooseName(whole)
    .split(/\s*,\s*/)
    .filter((part, index) => index === 0 || !suffix.test(part))
  if (before && after.length === 1)
    return splitOff(withoutTitles(after[0] ?? ''), withoutTitles(before))
  const words = withoutTitles([before, ...after].join(' ')).split(' ')
  let last = words.length - 1
  while (last > 1 && /^\p{Ll}/u.test(words[last - 1] ?? '')) last -= 1
  if (last === 0) return { firstName: words[0] ?? '', lastName: '' }
  return splitOff(words.slice(0, last).join(' '), words.slice(last).join(' '))
}

function splitOff(firstName: string, lastName: string): Name {
  return firstName ? { firstName, lastName } : { firstName: lastName, lastName: '' }
}

/**
 * Removes titles such as 'Dr' from the beginning of a name, and suffixes such as 'PhD' from its end. At
 * least one word remains.
 */
function withoutTitles(name: string): string {
  const words = name.split(' ').filter(Boolean)
  while (words.length > 1 && honorific.test(words[0] ?? '')) words.shift()
  while (words.length > 1 && suffix.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/**
 * Returns the whole name in brackets where the text outside has only one word (`Sipho (Sipho Dlamini)`),
 * otherwise the text outside (`Sipho Dlamini (he/him)`).
 */
function chooseName(whole: string) {
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const outside = tidy(whole.replaceAll(bracketed, ' '))
  const inside = [...whole.matchAll(bracketed)].map(([, text = '']) => tidy(text))
  const fuller = inside.find((text) => text.includes(' ') && !text.includes('/'))
  return outside.includes(' ') || fuller === undefined ? outside || inside.join(' ') : fuller
}

/**
 * Returns an event title in a form for comparison: spreadsheets replace spaces, quotes and dashes, and
 * readers do not see double spaces.
 */
export function matchableTitle(title: string): string {
  return removeInvisible(title.normalize('NFKC'))
    .replaceAll(/[‘’‚‛`´ʼ′]/g, "'")
    .replaceAll(/[“”„‟«»″]|''/g, '"')
    .replaceAll(/[‐‑‒–—―−]+|--+/g, '-')
    .replaceAll('…', '...')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
