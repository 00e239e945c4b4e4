import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { ApiKeyRow, NewApiKeyForm } from '#features/api-keys/contract.ts'
import { lockActor } from '#features/sign-in/server/lock-actor.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import type { ApiKey } from '#platform/http/call.ts'
import { apiKeys } from '#schema/api-keys.ts'
import { administratorFactors, administrators } from '#schema/sign-in.ts'

/** Prefix of all API keys, by which secret scanners can recognise them. */
const keyPrefix = 'grk_'
const keyPattern = /^grk_[\w-]{43}$/
const shownLength = keyPrefix.length + 6
/** Minimum time between updates of a key's last use, in milliseconds. */
const updateEveryMs = 60_000
/**
 * Latest year in which an API key may expire: PostgreSQL's parser rejects five-digit years, which time zones could
 * cause after 9998.
 */
const latestYear = 9998

export function digest(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Creates an API key: `grk_` and 256 random bits. Stores only its SHA-256. Throws 400 if the expiry is in the past,
 * 401 if the creator is no longer an administrator, and 403 if no longer an owner.
 */
export async function createApiKey(
  db: Db,
  { name, scopes, expiresAt }: NewApiKeyForm,
  { actor, now }: Deed,
): Promise<{ id: number; key: string }> {
  const end = expiresAt ? new Date(expiresAt) : null
  if (end && end <= now) {
    throw invalidInput([{ field: 'expiresAt', message: 'Expires at must be in the future' }])
  }
  if (end && end.getUTCFullYear() > latestYear) {
    throw invalidInput([{ field: 'expiresAt', message: 'Expires at is too far ahead' }])
  }
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  return db.transaction(async (tx) => {
    await lockActor(tx, actor, 'owner')
    const [made] = await tx
      .insert(apiKeys)
      .values({
        name,
        scopes,
        keyHash: digest(key),
        prefix: key.slice(0, shownLength),
        administratorId: actor?.administratorId ?? 0,
        expiresAt: end,
        createdAt: now,
      })
      .returning({ id: apiKeys.id })
    const details = { scopes }
    await writeAuditEntry(tx, actor, { action: 'api_key_created', subject: name, details, now })
    return { id: made!.id, key }
  })
}

export async function listApiKeys(db: Db, now: Date): Promise<ApiKeyRow[]> {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = apiKeys
  const rows = await db
    .select({
      id,
      name,
      prefix,
      scopes,
      madeBy: administrators.username,
      createdAt,
      expiresAt,
      lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(administrators, eq(administrators.id, apiKeys.administratorId))
    .orderBy(desc(id))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }))
}

/** Revokes an API key. Throws 404 for an unknown one. */
export async function removeApiKey(
  db: Db,
  keyId: number,
  { actor, now }: Deed,
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const { id, name } = apiKeys
    const [removed] = await tx.delete(apiKeys).where(eq(id, keyId)).returning({ id, name })
    if (!removed) throw new Refusal('no_such_api_key')
    const subject = removed.name
    await writeAuditEntry(tx, actor, { action: 'api_key_removed', subject, now })
    return { id: keyId }
  })
}

/** Revokes all API keys that an administrator created, and returns their number. */
export async function revokeKeysOf(
  tx: Transaction,
  administratorId: number,
  { actor, now }: Deed,
): Promise<number> {
  const ended = await tx
    .delete(apiKeys)
    .where(eq(apiKeys.administratorId, administratorId))
    .returning({ name: apiKeys.name })
  for (const { name } of ended) {
    await writeAuditEntry(tx, actor, { action: 'api_key_removed', subject: name, now })
  }
  return ended.length
}

/** SQL condition that admits only API keys whose creator has two-factor authentication; used with REQUIRE_FACTOR. */
const hasFactor = sql`exists (select from ${administratorFactors} f
  where f.administrator_id = ${apiKeys.administratorId} and f.confirmed_at is not null)`

/**
 * Returns the API key that a request contains; undefined if it is unknown, revoked or expired, or if REQUIRE_FACTOR
 * is set and its creator has no two-factor authentication. Records the use of the key at most once a minute.
 */
export async function findApiKey(
  db: Db,
  sent: string,
  { now, requireFactor }: { now: Date; requireFactor: boolean },
): Promise<ApiKey | undefined> {
  if (!keyPattern.test(sent)) return undefined
  const { id, name, scopes, administratorId, expiresAt, lastUsedAt } = apiKeys
  const [found] = await db
    .select({ id, name, scopes, administratorId, role: administrators.role, lastUsedAt })
    .from(apiKeys)
    .innerJoin(administrators, eq(administrators.id, administratorId))
    .where(
      and(
        eq(apiKeys.keyHash, digest(sent)),
        or(isNull(expiresAt), gt(expiresAt, now)),
        requireFactor ? hasFactor : undefined,
      ),
    )
  if (!found) return undefined
  const { lastUsedAt: noted, ...key } = found
  const noteBefore = new Date(now.getTime() - updateEveryMs)
  if (!noted || noted <= noteBefore) {
    const isDue = or(isNull(lastUsedAt), lt(lastUsedAt, now))
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(id, key.id), isDue))
  }
  return key
}
