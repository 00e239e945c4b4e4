import { timingSafeEqual } from 'node:crypto'
import { eq, and, desc, gt, isNull, lt, sql } from 'drizzle-orm'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { findAllowance } from '#features/mails/server/link-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { promptly, type Jobs } from '#platform/jobs/jobs.ts'
import { listCodes, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { signInCodes } from '#schema/sign-in.ts'
import type { Browser } from './browser.ts'
import { codeValidMs, makeCodeKey } from './code-mail.ts'
import { openSession } from './open-session.ts'
import { hashSessionToken, newSessionToken, checkKnownEmail } from './session.ts'

type Asked = {
  email: string
  browserToken: string | undefined
  isOwnBrowser: boolean
  now: Date
}

/**
 * Notes that a code is wanted, and returns the token that this browser is to show with it. The same is
 * done for every address; whether a mail goes out is decided later, by a job.
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
    await jobs.send(tx, 'send-code', [{ codeId: code!.id }], promptly)
  })
  return token
}

/** Sends a code that was asked for to a known address whose mailbox is not full; does nothing else. */
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
        dedupeKey: makeCodeKey(code),
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
 * Opens a verified session where the code is the last one mailed for this address to this browser, within
 * ten minutes, five tries and once. Throws one and the same refusal for whatever is wrong.
 */
export async function verifyCode(
  db: Db,
  { email, code, browserToken }: Shown,
  { browser, now }: Context,
): Promise<string> {
  const linkKey = await readLinkKey(db)
  // The try counts whatever becomes of it: it is committed before anything is said.
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
      // The last one mailed; where none was, any other, which opens nothing.
      .orderBy(sql`${signInCodes.mailedAt} desc nulls last`, desc(signInCodes.id))
      .limit(1)
      .for('update')
    if (!asked) return false
    // For an address that nobody knows the same is done, so that the time tells nothing.
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
  const message = 'This code is wrong or too old. You can have a new one sent.'
  return new Refusal('wrong_code', { errors: [{ field: 'code', message }] })
}

const keptMs = 60 * 60 * 1000

/** Forgets codes, and the addresses that strangers typed, an hour after they were asked for. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.createdAt, new Date(now.getTime() - keptMs)))
}
