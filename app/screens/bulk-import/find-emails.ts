export type FoundEmails = {
  emails: { email: string }[]
  /** Lines with an @ that hold no e-mail, as they stand. */
  withoutEmail: number
  /** Lines that hold several, of which only the first counts. */
  withSeveral: number
}

const emailLike = /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g

/** The first e-mail-like text of each line with an @ sign. Specification 5, "Bulk video import". */
export function findEmails(text: string): FoundEmails {
  const found: FoundEmails = { emails: [], withoutEmail: 0, withSeveral: 0 }
  for (const line of text.split(/\r\n?|\n/)) {
    if (!line.includes('@')) continue
    const [first, second] = line.match(emailLike) ?? []
    if (first === undefined) found.withoutEmail += 1
    else found.emails.push({ email: first })
    if (second !== undefined) found.withSeveral += 1
  }
  return found
}

/** The same text with every e-mail of a crowded line on a line of its own. */
export function splitCrowdedLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => {
      const emails = line.match(emailLike) ?? []
      return emails.length > 1 ? emails.join('\n') : line
    })
    .join('\n')
}
