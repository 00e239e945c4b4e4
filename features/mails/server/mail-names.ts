import {
  isSignedFor,
  makeLinkToken,
  parseLinkToken,
  type LinkKey,
  type LinkTarget,
} from '#platform/signed-links/signed-links.ts'

/** What a report about a mail of ours knows it by. */
export type MailName = { id: number; signature: Buffer; by: 'sender' | 'message' }

/**
 * The Message-ID of an outbox entry, the same at every try: `<kind.token@domain>`. Its token holds a
 * signature, so that a report about a mail can be told from one that somebody made up. Specification,
 * "Mails".
 */
export function makeMessageId(
  key: LinkKey,
  { kind, ...target }: LinkTarget & { kind: string },
  domain: string,
): string {
  return `<${kind}.${makeLinkToken(key, 'report', target)}@${domain}>`
}

/**
 * Whom a mail comes from on its envelope, so that what comes back to it is known by that alone. In digits and
 * small letters: some servers keep no others.
 */
export function makeBounceAddress(key: LinkKey, target: LinkTarget, domain: string): string {
  const { signature } = parseLinkToken(makeLinkToken(key, 'report', target))!
  return `bounce+${target.id}.${signature.toString('hex')}@${domain}`
}

const mostNames = 30

/**
 * The mails of ours that a text names, those known by an envelope's sender first; whether their signatures
 * hold comes next.
 */
export function findMailNames(text: string): MailName[] {
  const senders = [...text.matchAll(/\bbounce\+(\d{1,10})\.([0-9a-f]{36})(?![0-9a-f])/gi)]
  const messages = [...text.matchAll(/[a-z0-9_]{1,40}\.([a-z0-9]{1,6}-[\w-]{24})@/g)]
  const names = [
    ...senders.map(([, id, hex]): MailName => {
      return { id: Number(id), signature: Buffer.from(hex!, 'hex'), by: 'sender' }
    }),
    ...messages.flatMap(([, token]): MailName[] => {
      const parsed = parseLinkToken(token!)
      return parsed ? [{ ...parsed, by: 'message' }] : []
    }),
  ]
  const known = new Map<string, MailName>()
  for (const name of names) {
    const key = `${name.id} ${name.signature.toString('hex')}`
    if (!known.has(key) && name.id > 0 && name.id <= 2_147_483_647) known.set(key, name)
  }
  return [...known.values()].slice(0, mostNames)
}

/** Whether a name was made here, for this very outbox entry to this very address. */
export function isOurs(key: LinkKey, { signature }: MailName, target: LinkTarget): boolean {
  return isSignedFor(key, 'report', target, signature)
}
