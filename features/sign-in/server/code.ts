import { timingSafeEqual } from 'node:crypto'
import { eq, and, desc, gt, isNull, lt, sql } from 'drizzle-orm'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { findAllowance } from '#features/mails/server/link-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { highPriority, type Jobs } from '#platform/jobs/jobs.ts'
import { listCodes, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { signInCodes } from '#schema/sign-in.ts'
import type { Browser } from './browser.ts'
import { codeValidMs } from './code-mail.ts'
import { openSession } from './open-session.ts'
import { hashSessionToken, newSessionToken, checkKnownEmail } from './session.ts'

type Asked = {
  email: string
  browserToken: string | undefined
  isOwnBrowser: boolean
  now: Date
}

/**
 * Records that a browser requested a sign-in code for an email, and returns the token that this browser
 * must send together with the code. All emails are handled alike; a job decides later whether a mail is
 * sent.
 */
export async function requestCode(
  db: Db,
  jobs: Jobs,
  { email, browserToken, isOwnBrowser, now }: Asked,
): Promise<string> {
  const token = browserToken ?? newSessionToken()
  await db.transaction(async (tx) => {
    const [code] = await tx
      .insert(signInCodes)
      .values({ email, browserHash: hashSessionToken(token), isOwnBrowser, createdAt: now })
      .returning({ id: signInCodes.id })
    await jobs.send(tx, 'send-code', [{ codeId: code!.id }], highPriority)
  })
  return token
}

/** Mails the requested code if the email is known and has not reached its limit of mails. */
export async function sendCode(
  db: Db,
  { jobs, kinds, now }: { jobs: Jobs; kinds: MailKinds; now: Date },
  codeId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [code] = await tx
      .select()
      .from(signInCodes)
      .where(eq(signInCodes.id, codeId))
      .for('update')
    if (!code || code.mailedAt || !(await checkKnownEmail(tx, code.email))) return
    const linkAllowance = await findAllowance(tx, kinds, {
      email: code.email,
      own: code.isOwnBrowser ? ['own_browser'] : [],
      now,
    })
    if (linkAllowance === undefined) return
    await tx.update(signInCodes).set({ mailedAt: now }).where(eq(signInCodes.id, codeId))
    await addOutboxEntries(tx, jobs, [
      {
        kind: 'sign_in_code',
        email: code.email,
        dedupeKey: `code ${code.id} of ${code.createdAt.toISOString()}`,
        codeId: code.id,
        codeCreatedAt: code.createdAt,
        linkAllowance,
        createdAt: now,
      },
    ])
  })
}

const mostTries = 5

type Shown = { email: string; code: string; browserToken: string | undefined }
type Context = { browser: Browser; now: Date }

/**
 * Opens a verified session if `code` is the last one mailed to this email for this browser. A code is valid
 * for ten minutes, five attempts and one use. Throws the same refusal in all other cases.
 */
export async function verifyCode(
  db: Db,
  { email, code, browserToken }: Shown,
  { browser, now }: Context,
): Promise<string> {
  const linkKey = await readLinkKey(db)
  // Commit the attempt in its own transaction, so that it counts towards the limit whatever happens next.
  const isRight = await db.transaction(async (tx) => {
    const [asked] = await tx
      .select()
      .from(signInCodes)
      .where(
        and(
          eq(signInCodes.browserHash, hashSessionToken(browserToken ?? '')),
          eq(signInCodes.email, email),
          isNull(signInCodes.usedAt),
          gt(signInCodes.createdAt, new Date(now.getTime() - codeValidMs)),
        ),
      )
      // Select the code that was mailed last. If none was mailed, select any requested one, which no input matches; the
      // response then takes as long.
      .orderBy(sql`${signInCodes.mailedAt} desc nulls last`, desc(signInCodes.id))
      .limit(1)
      .for('update')
    if (!asked) return false
    // Take the same steps for unknown emails, so that the response time reveals nothing.
    const isKnown = await checkKnownEmail(tx, email)
    const isMailed = listCodes(linkKey, asked).some((one) => isSame(one, code))
    const isTheCode = isMailed && asked.mailedAt !== null && isKnown
    const counted = await tx
      .update(signInCodes)
      .set({ tries: sql`${signInCodes.tries} + 1`, usedAt: isTheCode ? now : null })
      .where(and(eq(signInCodes.id, asked.id), lt(signInCodes.tries, mostTries)))
      .returning({ id: signInCodes.id })
    return isTheCode && counted.length > 0
  })
  if (!isRight) throw wrongCode()
  return openSession(db, browser, { email, verified: true }, now)
}

function isSame(one: string, other: string) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function wrongCode() {
  const message = 'This code is wrong or has expired. Please request a new one.'
  return new Refusal('wrong_code', { errors: [{ field: 'code', message }] })
}

const keptMs = 60 * 60 * 1000

/** Deletes requested codes, and so the emails that strangers may have typed, one hour after the request. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.createdAt, new Date(now.getTime() - keptMs)))
}
