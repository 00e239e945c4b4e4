import { removeInvisible, toAsciiDomain } from '#kernel/email-address.ts'

export type FoundEmail = {
  email: string
  /** The line of the text, from 1. */
  line: number
}

export type FoundEmails = {
  emails: FoundEmail[]
  /** Lines whose address the pattern would cut: `o'brien@x.org` must not become `brien@x.org`. */
  unreadable: FoundEmail[]
  /** Lines with an @ that hold no e-mail. */
  withoutEmail: number
  /** Lines that hold several e-mails, of which only the first counts. */
  withSeveral: number
}

const emailLike = /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g
/** Characters next to a match that belong to the same address; `|` separates columns. */
const before = /[\p{L}\p{M}\p{N}.!#$%&'’‘´ʼ*+/=?^_`{}~-]+$/u
const after = /^[\p{L}\p{M}\p{N}_@-][\p{L}\p{M}\p{N}_@.-]*/u
const foreignDomain = /@([\p{L}\p{M}\p{N}.。-]+)/gu

const longest = 254

/** Every e-mail-like text of a line; `whole` is the longer address around a match. */
function match(line: string): { email: string; whole?: string }[] {
  const clean = removeInvisible(line).replaceAll(
    foreignDomain,
    (_, domain: string) => `@${toAsciiDomain(domain)}`,
  )
  return [...clean.matchAll(emailLike)].map(({ 0: email, index }) => {
    const end = index + email.length
    // No address is longer, so a crowded line is not read again for each of its matches.
    const [head = ''] = before.exec(clean.slice(Math.max(0, index - longest), index)) ?? []
    const [tail = ''] = after.exec(clean.slice(end, end + longest)) ?? []
    // Quotes and bullets around an address have no letter.
    const name = /[\p{L}\p{N}]/u.test(head) ? head.replace(/^[^\p{L}\p{N}]+/u, '') : ''
    const rest = tail.replace(/[.-]+$/, '')
    return name || rest ? { email, whole: `${name}${email}${rest}` } : { email }
  })
}

function linesOf(text: string) {
  return text.split(/\r\n?|\n/)
}

/** Returns the first e-mail of each line with an @ sign. */
export function findEmails(text: string): FoundEmails {
  const found: FoundEmails = { emails: [], unreadable: [], withoutEmail: 0, withSeveral: 0 }
  for (const [index, content] of linesOf(text).entries()) {
    if (!content.includes('@')) continue
    const [first, second] = match(content)
    const line = index + 1
    if (first === undefined) found.withoutEmail += 1
    else if (first.whole === undefined) found.emails.push({ email: first.email, line })
    else found.unreadable.push({ email: first.whole, line })
    if (second !== undefined) found.withSeveral += 1
  }
  return found
}

/** Returns the error line of an address that the pattern cannot read whole. */
export function describeUnreadable({ email, line }: FoundEmail): string {
  return `Row ${line}: ${email} contains characters that this import does not accept, so this line was not imported`
}

/** Returns the text with every e-mail of a crowded line on a line of its own. */
export function splitCrowdedLines(text: string): string {
  return linesOf(text)
    .map((line) => {
      const emails = match(line).map(({ email, whole }) => whole ?? email)
      return emails.length > 1 ? emails.join('\n') : line
    })
    .join('\n')
}
