import {
  isSignedFor,
  makeLinkToken,
  parseLinkToken,
  type LinkKey,
  type LinkTarget,
} from '#platform/signed-links/signed-links.ts'

/**
 * Id and signature by which a bounce or spam report names a mail of this site; `source` is the header in which they
 * were found: envelope sender or Message-ID.
 */
export type MailName = { id: number; signature: Buffer; source: 'sender' | 'message' }

/**
 * Returns the Message-ID of an outbox entry, the same at every attempt: `<kind.token@domain>`. The token
 * contains a signature, so that forged bounce reports are rejected.
 */
export function makeMessageId(
  key: LinkKey,
  { kind, ...target }: LinkTarget & { kind: string },
  domain: string,
): string {
  return `<${kind}.${makeLinkToken(key, 'report', target)}@${domain}>`
}

/**
 * Returns the envelope sender of a mail, which identifies the mail if it bounces. Uses only digits and
 * lower-case letters, because some mail servers change the case.
 */
export function makeBounceAddress(key: LinkKey, target: LinkTarget, domain: string): string {
  const { signature } = parseLinkToken(makeLinkToken(key, 'report', target))!
  return `bounce+${target.id}.${signature.toString('hex')}@${domain}`
}

const mostNames = 30

/**
 * Returns the mails of this site that a bounce or spam report names, those found in an envelope sender
 * first. The caller must verify their signatures.
 */
export function findMailNames(text: string): MailName[] {
  const senders = [...text.matchAll(/\bbounce\+(\d{1,10})\.([0-9a-f]{36})(?![0-9a-f])/gi)]
  const messages = [...text.matchAll(/[a-z0-9_]{1,40}\.([a-z0-9]{1,6}-[\w-]{24})@/g)]
  const names = [
    ...senders.map(([, id, hex]): MailName => {
      return { id: Number(id), signature: Buffer.from(hex!, 'hex'), source: 'sender' }
    }),
    ...messages.flatMap(([, token]): MailName[] => {
      const parsed = parseLinkToken(token!)
      return parsed ? [{ ...parsed, source: 'message' }] : []
    }),
  ]
  const known = new Map<string, MailName>()
  for (const name of names) {
    const key = `${name.id} ${name.signature.toString('hex')}`
    if (!known.has(key) && name.id > 0 && name.id <= 2_147_483_647) known.set(key, name)
  }
  return [...known.values()].slice(0, mostNames)
}

/**
 * Returns whether the signature that a bounce report contains was made by this site for this outbox entry and
 * recipient.
 */
export function isOurs(key: LinkKey, { signature }: MailName, target: LinkTarget): boolean {
  return isSignedFor(key, 'report', target, signature)
}
