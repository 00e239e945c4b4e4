/** Result of delivery to one recipient, according to a delivery report. */
export type StatusRecipient = {
  /** Email addresses in lower case; several if the report names the same recipient differently. */
  addresses: string[]
  action: 'failed' | 'delayed' | 'arrived'
  status: string | undefined
  /** The mail server's message; empty if the report has none. */
  words: string
}

const mostGroups = 50

/**
 * Parses the fields of a delivery report (RFC 3464). Blank lines separate groups of fields: the first group is
 * about the mail, each other group about one recipient.
 */
export function readStatusFields(text: string): StatusRecipient[] {
  return text
    .slice(0, 64 * 1024)
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]{0,100}\n/)
    .slice(0, mostGroups)
    .flatMap((group) => {
      const fields = readFields(group)
      const addresses = ['final-recipient', 'original-recipient', 'x-actual-recipient']
        .map((name) => findAddress(fields.get(name)))
        .filter((address) => address !== undefined)
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
      const action = readAction(fields.get('action'), status)
      if (!action || (addresses.length === 0 && !fields.has('final-recipient'))) return []
      const said = fields.get('diagnostic-code') ?? fields.get('x-diagnostic-code') ?? ''
      const words = said.replace(/^[\w-]{1,40} ?; ?/, '')
      return [{ addresses: [...new Set(addresses)], action, status, words }]
    })
}

function readAction(action: string | undefined, status: string | undefined) {
  if (action && /fail|expired|reject/i.test(action)) return 'failed'
  if (action && /delay|defer/i.test(action)) return 'delayed'
  if (action && /deliver|relay|expand/i.test(action)) return 'arrived'
  if (!status) return action === undefined ? undefined : 'arrived'
  if (status.startsWith('2')) return 'arrived'
  return 'failed'
}

/** Returns the email address in a field such as `rfc822; ada@example.com`; undefined if the field has none. */
function findAddress(value: string | undefined): string | undefined {
  return /[^\s<>"'(),;:]{1,64}@[^\s<>"'(),;:]{1,255}/.exec(value ?? '')?.[0].toLowerCase()
}

export function readFields(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]{1,100}/g, ' ').split(/\r?\n/)
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w-]{1,60}) ?:(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}
