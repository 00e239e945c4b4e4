import type { Attachment } from 'mailparser'

/** What a delivery report says of one mail. */
export type DeliveryReport = {
  /** Of the mail that it is about. */
  messageId: string
  /** Whom it did not reach for good, in small letters, with the reason. */
  failed: { addresses: string[]; status: string | undefined; words: string }[]
}

/**
 * Reads a mail as a delivery report of RFC 3464; undefined for every other mail, and for a report that names
 * no mail or of which nothing failed for good. Loads its parser at the first call.
 */
export async function readReport(source: Buffer): Promise<DeliveryReport | undefined> {
  const { simpleParser } = await import('mailparser')
  const options = {
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    checksumAlgo: false,
  } as const
  const mail = await simpleParser(source, options)
  const type = mail.headers.get('content-type') as
    | { value: string; params: Record<string, string> }
    | undefined
  if (type?.value !== 'multipart/report') return undefined
  if (type.params['report-type']?.toLowerCase() !== 'delivery-status') return undefined
  const find = (...types: string[]) =>
    mail.attachments.find(({ contentType }: Attachment) => types.includes(contentType))
  const status = find('message/delivery-status', 'message/global-delivery-status')
  const returned = find('message/rfc822', 'text/rfc822-headers', 'message/global-headers')
  const messageId =
    (returned && (await simpleParser(headOf(returned.content), options)).messageId) ??
    mail.inReplyTo
  const failed = status ? listFailed(status.content.toString()) : []
  return messageId && failed.length > 0 ? { messageId, failed } : undefined
}

/** The returned mail's head alone, however much of it came back. */
function headOf(content: Buffer): string {
  return `${content.toString('latin1').split(/\r?\n\r?\n/, 1)[0]}\r\n\r\n`
}

/** Groups of fields with a blank line between them: the first is about the mail, each other about one recipient. */
function listFailed(text: string): DeliveryReport['failed'] {
  return text.split(/\r?\n[ \t]*\r?\n/).flatMap((group) => {
    const fields = readFields(group)
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const addresses = ['final-recipient', 'original-recipient'].flatMap((name) => {
      // `rfc822; somebody@example.com`
      const address = fields
        .get(name)
        ?.split(';')
        .slice(1)
        .join(';')
        .trim()
        .replace(/^<(.*)>$/, '$1')
      return address ? [address.toLowerCase()] : []
    })
    const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
    const said = fields.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '')
    return [{ addresses, status, words: said || `Delivery failed: ${status ?? 'no reason given'}` }]
  })
}

function readFields(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value!.trim()] as const] : []
    }),
  )
}
