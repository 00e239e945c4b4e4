import { removeInvisible, toAsciiDomain } from '#kernel/email-address.ts'

export type FoundEmail = {
  email: string
  line: number
}

export type FoundEmails = {
  emails: FoundEmail[]
  /**
   * Lines with an email address that the pattern would truncate: `o'brien@x.org` must not become
   * `brien@x.org`.
   */
  unreadable: FoundEmail[]
  /** Number of lines with an @ but no email address. */
  withoutEmail: number
  /** Number of lines with several email addresses, of which only the first counts. */
  withSeveral: number
}

const emailLike = /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g
/**
 * Matches characters directly before an email that may belong to it, although `emailLike` does not allow them. The
 * character `|` separates columns, so it is not one of them.
 */
const before = /[\p{L}\p{M}\p{N}.!#$%&'’‘´ʼ*+/=?^_`{}~-]+$/u
const after = /^[\p{L}\p{M}\p{N}_@-][\p{L}\p{M}\p{N}_@.-]*/u
const foreignDomain = /@([\p{L}\p{M}\p{N}.。-]+)/gu

const longest = 254

/**
 * Returns all emails in a line. If an email is only a part of a longer one that the pattern does not allow
 * (`o'brien@x.org`), `whole` is the longer one.
 */
function match(line: string): { email: string; whole?: string }[] {
  const clean = removeInvisible(line).replaceAll(
    foreignDomain,
    (_, domain: string) => `@${toAsciiDomain(domain)}`,
  )
  return [...clean.matchAll(emailLike)].map(({ 0: email, index }) => {
    const end = index + email.length
    // No email is longer than `longest` characters. Without this limit, lines with many emails would take quadratic
    // time.
    const [head = ''] = before.exec(clean.slice(Math.max(0, index - longest), index)) ?? []
    const [tail = ''] = after.exec(clean.slice(end, end + longest)) ?? []
    // Quotes and bullets before an email address are not part of it; letters and digits are.
    const name = /[\p{L}\p{N}]/u.test(head) ? head.replace(/^[^\p{L}\p{N}]+/u, '') : ''
    const rest = tail.replace(/[.-]+$/, '')
    return name || rest ? { email, whole: `${name}${email}${rest}` } : { email }
  })
}

function linesOf(text: string) {
  return text.split(/\r\n?|\n/)
}

/** Returns the first email address of each line that contains an @. */
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

export function describeUnreadable({ email, line }: FoundEmail): string {
  return `Row ${line}: ${email} contains characters that cannot be imported, so this row was skipped`
}

/** Puts each email address on its own line where a line contains several. */
export function splitCrowdedLines(text: string): string {
  return linesOf(text)
    .map((line) => {
      const emails = match(line).map(({ email, whole }) => whole ?? email)
      return emails.length > 1 ? emails.join('\n') : line
    })
    .join('\n')
}
