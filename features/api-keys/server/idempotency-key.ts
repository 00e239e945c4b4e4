import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { ApiKey } from '#platform/http/call.ts'
import { repeatableWrites } from '#schema/api-keys.ts'
import { digest } from './keys.ts'

/** Hours during which a repeated request with the same idempotency key gets the stored response. */
export const repeatableHours = 24
/**
 * Milliseconds after which a request that has stored no response is assumed to have died. Longer than any request
 * takes.
 */
const abandonedMs = 5 * 60_000
const retryAfter = 2
const sweptAtOnce = 1000

type Repeatable = {
  apiKey: ApiKey
  /** Value of the `Idempotency-Key` header; without one, repeated requests write again. */
  name: string | undefined
  /** Operation, row id and body. A repetition with the same key must have the same values. */
  request: unknown
  now: Date
}

type Write<Result, Reply> = {
  /** Executes the request's changes. `db` runs all of them in one transaction. */
  work(db: Db): Promise<Result>
  /**
   * Returns the response body. Since the response is stored for repetitions, it may contain row ids but no emails and
   * no names.
   */
  present(result: Result, tx: Transaction): Reply | Promise<Reply>
}

/**
 * Executes a write of the public API once per idempotency key. Stores the response in the same transaction, and
 * returns it for repeated requests within 24 hours. A rejected write stores nothing and can be retried. Throws 422
 * for the same key with another request, and 409 while another request executes the write.
 */
export async function answerOnce<Result, Reply extends object>(
  db: Db,
  repeatable: Repeatable,
  { work, present }: Write<Result, Reply>,
): Promise<Reply> {
  const claim = await claimWrite(db, repeatable)
  if (claim?.answer) return claim.answer as Reply
  let reply: Reply | undefined
  try {
    await work(
      withinTransactions(db, async (result, tx) => {
        reply = await present(result as Result, tx)
        if (claim) await keepAnswer(tx, claim, reply)
      }),
    )
  } catch (error) {
    if (claim) await db.delete(repeatableWrites).where(and(isOwn(claim), noAnswer))
    throw error
  }
  if (!reply) throw new Error('A repeatable write made no transaction')
  return reply
}

/**
 * Returns a database like `db` whose transactions call `atEnd` just before they commit, to store the response in the
 * same transaction.
 */
function withinTransactions(
  db: Db,
  atEnd: (result: unknown, tx: Transaction) => Promise<void>,
): Db {
  const transaction: Db['transaction'] = (run, options) =>
    db.transaction(async (tx) => {
      const result = await run(tx)
      await atEnd(result, tx)
      return result
    }, options)
  return Object.create(db, { transaction: { value: transaction } }) as Db
}

type Claim = { apiKeyId: number; nameHash: string; claim: string; answer?: unknown }

const noAnswer = isNull(repeatableWrites.answer)

function isOwn({ apiKeyId, nameHash, claim }: Claim) {
  return and(
    eq(repeatableWrites.apiKeyId, apiKeyId),
    eq(repeatableWrites.nameHash, nameHash),
    eq(repeatableWrites.claim, claim),
  )
}

/**
 * Claims the idempotency key for this request, or returns the row with the response of an earlier one. Throws as
 * `answerOnce` does.
 */
async function claimWrite(
  db: Db,
  { apiKey, name, request, now }: Repeatable,
): Promise<Claim | undefined> {
  if (name === undefined) return undefined
  const own = { apiKeyId: apiKey.id, nameHash: digest(name) }
  const requestHash = digest(JSON.stringify(request))
  const turn = { claim: randomUUID(), claimedAt: now, requestHash, answer: null }
  const isAbandoned = and(
    noAnswer,
    eq(repeatableWrites.requestHash, requestHash),
    lt(repeatableWrites.claimedAt, new Date(now.getTime() - abandonedMs)),
  )
  const [claimed] = await db
    .insert(repeatableWrites)
    .values({ ...own, ...turn })
    .onConflictDoUpdate({
      target: [repeatableWrites.apiKeyId, repeatableWrites.nameHash],
      set: turn,
      setWhere: or(isForgotten(now), isAbandoned),
    })
    .returning({ claim: repeatableWrites.claim })
  if (claimed) return { ...own, claim: claimed.claim }
  const { apiKeyId, nameHash } = repeatableWrites
  const [known] = await db
    .select()
    .from(repeatableWrites)
    .where(and(eq(apiKeyId, own.apiKeyId), eq(nameHash, own.nameHash)))
  // The other request with this key failed a moment ago and released the key. Return 409, so that the caller retries.
  if (!known) throw new Refusal('idempotency_key_in_use', { retryAfter })
  if (known.requestHash !== requestHash) {
    const message = 'This Idempotency-Key was sent with another request within 24 hours'
    throw new Refusal('idempotency_key_reused', {
      errors: [{ field: 'Idempotency-Key', message }],
    })
  }
  if (known.answer === null) throw new Refusal('idempotency_key_in_use', { retryAfter })
  return known
}

/**
 * Stores the response with the idempotency key. If this request took so long that another one has claimed the key,
 * throws 409, so that this transaction is rolled back.
 */
async function keepAnswer(tx: Transaction, claim: Claim, answer: object) {
  const kept = await tx
    .update(repeatableWrites)
    .set({ answer })
    .where(and(isOwn(claim), noAnswer))
    .returning({ claim: repeatableWrites.claim })
  if (kept.length === 0) throw new Refusal('idempotency_key_in_use', { retryAfter })
}

function isForgotten(now: Date) {
  return lt(repeatableWrites.claimedAt, new Date(now.getTime() - repeatableHours * 60 * 60 * 1000))
}

/** Deletes the stored responses to idempotent requests that are older than `repeatableHours`. */
export async function sweepRepeatableWrites(db: Db, now: Date): Promise<void> {
  const row = sql`(${repeatableWrites.apiKeyId}, ${repeatableWrites.nameHash})`
  const { apiKeyId, nameHash } = repeatableWrites
  const old = db
    .select({ apiKeyId, nameHash })
    .from(repeatableWrites)
    .where(isForgotten(now))
    .limit(sweptAtOnce)
  await db.delete(repeatableWrites).where(inArray(row, old))
}
