import type { StatusRecipient } from './status-fields.ts'

const address = String.raw`[^\s<>"'(),;:[\]]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`

/** Matches a line that starts with an email address, as in lists of failed recipients. */
const listed = new RegExp(
  String.raw`^[\s*•·-]{0,20}(?:\d{1,2}[.)] )?(?:(?:to|an|rcpt to|recipients?|final recipient|failed recipient|e-?mail|address(?:es)?|кому|адрес|user|smtp|rfc822|error-for)\s{0,3}[:;=]\s{0,12})?(?:rfc822;\s?)?["'<(]{0,3}(?:mailto:)?(${address})`,
  'i',
)
/** Matches a sentence that names the failed recipient. */
const named =
  /deliver|reach|rcpt to|\b(?:user|mailbox)\b|\b(?:mail|message|nachricht|e-mail) (?:to|for|an)\b|recipient|address|failed|zustell|zugestellt|доставл|получател|адрес|destinat|couldn't|could not|unable|undeliver|送信|配信|宛先/i
const anywhere = new RegExp(address, 'gi')

const mostLines = 1500
const mostRecipients = 50

type Named = { address: string; line: number }

/**
 * Returns the failed recipients that a bounce without machine-readable part names, each with the text about them.
 * `given` are recipients that a header names; `own` are sender and recipient of the bounce, which its text may mention,
 * too.
 */
export function readPlainReport(
  text: string,
  { own, given }: { own: Set<string>; given: string[] },
): Pick<StatusRecipient, 'addresses' | 'words'>[] {
  const lines = text.split('\n', mostLines).map((line) => line.slice(0, 1000))
  const isTheirs = (found: string) =>
    !own.has(found) && !/^(?:mailer-?daemon|postmaster|abuse|bounce\+)/.test(found)
  const begun = lines.flatMap((line, index): Named[] => {
    const found = listed.exec(line)?.[1]?.toLowerCase()
    return found && isTheirs(found) ? [{ address: trim(found), line: index }] : []
  })
  const inSentences = lines.flatMap((line, index): Named[] =>
    named.test(line)
      ? (line.match(anywhere) ?? [])
          .map((found) => trim(found.toLowerCase()))
          .filter(isTheirs)
          .map((found) => ({ address: found, line: index }))
      : [],
  )
  const places = begun.length > 0 ? begun : inSentences
  const addresses = [...new Set(given.length > 0 ? given : places.map((place) => place.address))]
  return addresses.slice(0, mostRecipients).map((found) => {
    const line = places.find((place) => place.address === found)?.line
    return {
      addresses: [found],
      words: line === undefined ? '' : sectionOf(lines, line, places, found),
    }
  })
}

const trim = (found: string) => found.replace(/[.?!]{1,3}$/, '').replace(/^[=*_]{1,3}/, '')

/** Returns the text from the line with one email address to the line with the next address. */
function sectionOf(lines: string[], line: number, places: Named[], found: string): string {
  const next = places.find((place) => place.line > line && place.address !== found)?.line
  return lines.slice(line, Math.min(next ?? lines.length, line + 40)).join('\n')
}

/** Returns all lines that contain an email address, as in the transcript of an SMTP session. */
export function linesAbout(text: string, found: string): string {
  return text
    .split('\n', mostLines)
    .filter((line) => line.toLowerCase().includes(found))
    .join('\n')
}

/**
 * Returns the mail server's error message in the section of a bounce about one recipient: the text after its SMTP reply
 * code, or without one, after the email.
 */
export function findServerMessage(section: string): string {
  const lines = section
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:[-=_*]{3,}|technical details of|because:?$)/i.test(line))
  const at = lines.findIndex((line) => /(?:^|[\s:(>])[45][0-7]\d[ -]/.test(line))
  if (at >= 0) {
    const rest = lines.slice(at, at + 4).join(' ')
    const from = /(?:^|[\s:(>])(?=[45][0-7]\d[ -])/.exec(rest)?.index ?? 0
    return rest.slice(from).replace(/^[\s:(>]/, '')
  }
  const [first = '', ...others] = lines
  const isAlone = new RegExp(`^[<"'(]{0,3}${address}[>"')]{0,3}[:.,]{0,3}$`, 'i').test(first)
  return (isAlone ? others : lines).slice(0, 3).join(' ')
}
