import type { Attachment, HeaderLines, ParsedMail } from 'mailparser'

/** The parts of a received mail that show whether it is a bounce or spam report, and about which mail. */
export type MailParts = {
  /** Returns the values of a header field in order, unfolded; the subject is decoded. */
  field(name: string): string[]
  type: string
  reportType: string
  /** The text of the mail without quoted lines and without the mail that it returns. */
  ownText: string
  /** Machine-readable parts: `status` of a delivery report (RFC 3464), `feedback` of a spam complaint (RFC 5965). */
  status: string | undefined
  feedback: string | undefined
  /** The headers of the returned mail; undefined without one. */
  returned: string | undefined
  /** Complete mails that are attached to this one. */
  carried: Buffer[]
  /** The whole mail as text, in which to search for Message-IDs of this site. */
  everything: string
}

const mostBytes = 1024 * 1024
const mostText = 64 * 1024

const options = {
  keepDeliveryStatus: true,
  ignoreEmbedded: true,
  skipTextToHtml: true,
  checksumAlgo: false,
  maxHtmlLengthToParse: 200_000,
  maxChildNodes: 100,
} as const

/** Parses a mail. Loads the parser on the first call. Throws if the mail is invalid. */
export async function readParts(source: Buffer): Promise<MailParts> {
  const { simpleParser } = await import('mailparser')
  const kept = source.subarray(0, mostBytes)
  const mail = await simpleParser(kept, options)
  const fields = unfold(mail.headerLines)
  const { type, reportType } = readType(fields)
  const parts = mail.attachments.map((part) => ({ ...readPart(part), content: part.content }))
  const find = (wanted: RegExp) => parts.find((part) => wanted.test(part.type))?.text
  const attachedText = parts.filter((part) => /^(?:text\/|application\/octet)/.test(part.type))
  const { own, returned } = cutReturned(readText(mail))
  const carried = parts.filter((part) => part.type === 'message/rfc822')
  return {
    field: (name) =>
      name === 'subject' && mail.subject
        ? [mail.subject]
        : fields.filter(([key]) => key === name).map(([, value]) => value),
    type,
    reportType,
    ownText: dropQuotes(own),
    status:
      find(/^message\/(?:global-)?delivery-status$/) ??
      attachedText.find(({ text }) => /^(?:reporting-mta|final-recipient):/im.test(text))?.text,
    feedback: find(/^message\/feedback-report$/),
    returned:
      find(
        /^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?|message\/partial)$/,
      ) ?? returned,
    carried: carried.map(({ content }) => content),
    everything: [kept.toString('latin1'), mail.text ?? '', ...parts.map(({ text }) => text)].join(
      '\n',
    ),
  }
}

function readPart({ contentType, content }: Attachment) {
  return { type: contentType.toLowerCase(), text: content.subarray(0, mostText).toString() }
}

function readText({ text, html }: ParsedMail): string {
  return (text || (html ? html.replaceAll(/<[^<>]{0,2000}>/g, ' ') : ''))
    .slice(0, mostText)
    .replaceAll('\r\n', '\n')
    .replaceAll('\u00a0', ' ')
}

function unfold(lines: HeaderLines): [name: string, value: string][] {
  return lines.slice(0, 500).map(({ key, line }) => {
    const value = line.slice(line.indexOf(':') + 1, 4000)
    return [key, value.replaceAll(/\r?\n[ \t]+/g, ' ').trim()]
  })
}

/** Reads the content type from the header text, because the mail parser drops an invalid type. */
function readType(fields: [string, string][]) {
  const whole = fields.find(([name]) => name === 'content-type')?.[1].toLowerCase() ?? ''
  return {
    type: /^[\w./+-]{1,100}/.exec(whole)?.[0] ?? 'text/plain',
    reportType: /report-type ?= ?"?([\w-]{1,40})/.exec(whole)?.[1] ?? '',
  }
}

/**
 * Matches the line above the returned mail in the format of each mail system, or the returned mail's first
 * header.
 */
const returnedBegins =
  /^[\s>*]{0,10}(?:(?:[-=_*]{2,60} ?)?(?:this is a copy of|below this line is|below is a copy|(?:the )?(?:header|text|body)s? of the original|original (?:message|mail)(?: (?:follows|headers?|text|was|is))?:?|message headers? follows?|(?:returned|undelivered|unsent|received) (?:message|mail)(?: follows)?|included is a copy|a copy of (?:the|your) (?:original )?(?:message|mail)|copy of (?:the )?(?:original )?(?:message|mail)|(?:start|begin\w{0,4}) of (?:the )?(?:returned|original|forwarded|message)|your (?:original )?message (?:reads|headers|follows)|the original message (?:follows|is|was included|begins)|forwarded (?:message|mail)|ursprüngliche nachricht|kopie der (?:original|ihrer)|исходное сообщение|message d'origine|mensaje original|mensagem original)[^\n]{0,120})$|^(?:return-path|received|dkim-signature|mime-version): ?[^\n]{0,900}$/im

function cutReturned(text: string): { own: string; returned: string | undefined } {
  const found = returnedBegins.exec(text)
  if (!found) return { own: text, returned: undefined }
  return { own: text.slice(0, found.index), returned: text.slice(found.index) }
}

/** Removes quoted lines, which the author of the report did not write. */
function dropQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s{0,3}(?:>(?!>> )|\|)/.test(line))
    .join('\n')
}
