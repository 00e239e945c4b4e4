import { randomBytes } from 'node:crypto'
import { noKeyMessage, type Seal } from '#platform/settings/sealed-secrets.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { webhooks } from '#schema/webhooks.ts'

type Secrets = Pick<typeof webhooks.$inferSelect, 'id' | 'sealed' | 'formerSealed' | 'formerUntil'>

const nameOf = (id: number) => `webhook ${id}`

/** A secret as Standard Webhooks writes it, of 256 bits, and as it is stored. Throws 409 without a key to seal it. */
export function makeSecret(seal: Seal, webhookId: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = seal.seal(nameOf(webhookId), secret)
  if (!sealed) throw new Refusal('no_secret_kept', { message: noKeyMessage })
  return { secret, sealed }
}

/** What signs now: the secret, and the one of before as long as it does. None where it cannot be opened. */
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
