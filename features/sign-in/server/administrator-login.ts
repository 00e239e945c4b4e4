import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { eq, and } from 'drizzle-orm'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { administrators } from '#schema/sign-in.ts'
import type { Browser } from './browser.ts'
import { verifyFactor } from './administrator-factor.ts'
import { findAdministrator } from './administrator-names.ts'
import { openSession } from './open-session.ts'

/**
 * Signs an administrator in by name and password, and returns the session's token. An unknown name gets the
 * same 401, after the same time, as a wrong password. After a correct password, throws 401 if the
 * two-factor code is missing or wrong. The audit log records failures.
 */
export async function logInAdministrator(
  db: Db,
  { username, password, factor }: { username: string; password: string; factor?: string },
  browser: Browser,
  { actor, now, strictLimits }: Deed & { strictLimits: RateLimits },
): Promise<{ token: string; hasFactor: boolean }> {
  const administrator = await findAdministrator(db, username)
  const typedName = administrator?.username ?? username
  const isRight = await verifyPassword(password, administrator?.passwordHash ?? decoyHash)
  if (!administrator || !isRight) {
    await writeAuditEntry(db, actor, { action: 'sign_in_failed', typedName, now })
    throw new Refusal('wrong_password')
  }
  const key = String(administrator.id)
  if (factor) await strictLimits.count('factorGuesses', key)
  const shown = await verifyFactor(db, administrator.id, factor, now)
  if (shown === 'wrong') {
    const details = { for: 'a two-factor code' }
    await writeAuditEntry(db, actor, { action: 'sign_in_failed', typedName, details, now })
    throw new Refusal('wrong_factor')
  }
  if (factor) await strictLimits.giveBack('factorGuesses', key)
  const hasShownFactor = shown !== 'none'
  const proven = { ...administrator, hasShownFactor }
  const token = await openAdministratorSession(db, browser, proven, now)
  await writeAuditEntry(db, actor, { action: 'sign_in', typedName, now })
  if (shown === 'recovery') {
    await writeAuditEntry(db, actor, { action: 'recovery_code_used', typedName, now })
  }
  return { token, hasFactor: hasShownFactor }
}

type Proven = { id: number; passwordHash: string; hasShownFactor: boolean }

/**
 * Opens a session for an administrator who proved the password with this hash, and returns its token.
 * Throws 401 if the administrator was removed, changed the password or set up two-factor authentication
 * meanwhile: these operations end all sessions, and this one must not survive them.
 */
export async function openAdministratorSession(
  db: Db,
  browser: Browser,
  { id, passwordHash, hasShownFactor }: Proven,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const held = await tx
      .select({ id: administrators.id })
      .from(administrators)
      .where(and(eq(administrators.id, id), eq(administrators.passwordHash, passwordHash)))
      .for('share')
    if (held.length === 0) throw new Refusal('wrong_password')
    if (!hasShownFactor) await verifyFactor(tx, id, undefined, now)
    return openSession(tx, browser, { administratorId: id }, now)
  })
}

const derive = promisify(argon2)

/** Parameters of argon2id as OWASP recommends: 19 MiB of memory, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** Returns an argon2id hash in the PHC string format. */
export async function hashPassword(password: string, effort = cost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, ...effort })
  return writeHash(nonce, tag, effort)
}

function writeHash(nonce: Buffer, tag: Buffer, effort: typeof cost) {
  const parameters = `m=${effort.memory},t=${effort.passes},p=${effort.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Returns whether the password matches the hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = phc.exec(hash)
  if (!parts) throw new Error('a stored password hash is not in the argon2id PHC format')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(expected, actual)
}

/**
 * Hash without a password. Signing in with an unknown name compares the password with this hash, so that the response
 * takes as long as for a known name.
 */
export const decoyHash = writeHash(randomBytes(16), randomBytes(cost.tagLength), cost)

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
