export type FoundEmail = {
  email: string
  /** Where it stands in the text, from 1. */
  line: number
  /** The longer address that it was cut out of: `r&d@x.org` became `d@x.org`. */
  cutFrom?: string
}

export type FoundEmails = {
  emails: FoundEmail[]
  /** Lines with an @ that hold no e-mail, as they stand. */
  withoutEmail: number
  /** Lines that hold several, of which only the first counts. */
  withSeveral: number
}

const emailLike = /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g
/** What goes on before and after an address that was found, and belongs to it. */
const before = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
const after = /^[\p{L}\p{M}\p{N}_@-][\p{L}\p{M}\p{N}_@.-]*/u

const longest = 254

/** Every e-mail-like text of a line, with the longer one around it where there is one. */
function match(line: string): { email: string; cutFrom?: string }[] {
  return [...line.matchAll(emailLike)].map(({ 0: email, index }) => {
    const end = index + email.length
    // No e-mail is longer: a crowded line is not read anew for each of its thousands.
    const [head = ''] = before.exec(line.slice(Math.max(0, index - longest), index)) ?? []
    const [tail = ''] = after.exec(line.slice(end, end + longest)) ?? []
    // Signs alone are no name: quotes, bullets and brackets of the text around it.
    const name = /[\p{L}\p{N}]/u.test(head) ? head.replace(/^[^\p{L}\p{N}]+/u, '') : ''
    const rest = tail.replace(/[.-]+$/, '')
    return name || rest ? { email, cutFrom: `${name}${email}${rest}` } : { email }
  })
}

function linesOf(text: string) {
  return text.split(/\r\n?|\n/)
}

/** The first e-mail-like text of each line with an @ sign. Specification, "Imports and export". */
export function findEmails(text: string): FoundEmails {
  const found: FoundEmails = { emails: [], withoutEmail: 0, withSeveral: 0 }
  for (const [index, line] of linesOf(text).entries()) {
    if (!line.includes('@')) continue
    const [first, second] = match(line)
    if (first === undefined) found.withoutEmail += 1
    else found.emails.push({ ...first, line: index + 1 })
    if (second !== undefined) found.withSeveral += 1
  }
  return found
}

/** The same text with every e-mail of a crowded line on a line of its own, none cut shorter. */
export function splitCrowdedLines(text: string): string {
  return linesOf(text)
    .map((line) => {
      const emails = match(line).map(({ email, cutFrom }) => cutFrom ?? email)
      return emails.length > 1 ? emails.join('\n') : line
    })
    .join('\n')
}
