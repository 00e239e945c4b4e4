import { randomBytes } from 'node:crypto'
import { noKeyMessage, type Seal } from '#platform/settings/sealed-secrets.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { webhooks } from '#schema/webhooks.ts'

type Secrets = Pick<typeof webhooks.$inferSelect, 'id' | 'sealed' | 'formerSealed' | 'formerUntil'>

const nameOf = (id: number) => `webhook ${id}`

/**
 * Creates a secret of 256 bits in the format of Standard Webhooks, and its encrypted form. Throws 409 if no
 * encryption key is configured.
 */
export function makeSecret(seal: Seal, webhookId: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = seal.seal(nameOf(webhookId), secret)
  if (!sealed) throw new Refusal('no_secret_kept', { message: noKeyMessage })
  return { secret, sealed }
}

/**
 * Returns the secrets with which calls are signed now: the current one and, until it expires, the former one. Empty
 * if the current secret cannot be decrypted.
 */
export function openSecrets(
  seal: Seal,
  { id, sealed, formerSealed, formerUntil }: Secrets,
  now: Date,
): string[] {
  const secret = sealed && seal.open(nameOf(id), sealed)
  if (!secret) return []
  const isFormerGood = formerSealed && formerUntil && formerUntil > now
  const former = isFormerGood ? seal.open(nameOf(id), formerSealed) : undefined
  return former ? [secret, former] : [secret]
}
