import { isSignedFor, makeLinkToken, parseLinkToken } from '#server/link-tokens/link-token.ts'
import type { LinkTarget } from '#server/link-tokens/link-token.ts'
import type { LinkKey } from '#server/link-tokens/read-link-key.ts'

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
 * The outbox entry that a Message-ID of ours names, if its form is ours; whether the signature holds comes
 * next.
 */
export function parseMessageId(messageId: string) {
  const [, token] = /^\s*<?[a-z0-9_]+\.([a-z0-9]+-[\w-]+)@[^\s<>]+>?\s*$/.exec(messageId) ?? []
  return token === undefined ? undefined : parseLinkToken(token)
}

/** Whether a Message-ID was made here, for this very outbox entry to this very address. */
export function isOurs(key: LinkKey, messageId: string, target: LinkTarget): boolean {
  const parsed = parseMessageId(messageId)
  // Those of before held no signature at all, so that none of an older making is taken here.
  return (
    parsed !== undefined &&
    isSignedFor({ ...key, bareUntil: null }, 'report', target, parsed.signature)
  )
}
