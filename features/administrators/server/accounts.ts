import { randomBytes } from 'node:crypto'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { usableLogin } from '#features/administrators/contract.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { exhaustLinks } from '#features/mails/server/link-mails.ts'
import { hashPassword } from '#features/sign-in/server/administrator-login.ts'
import { fillNameKeys, foldName } from '#features/sign-in/server/administrator-names.ts'
import { lockActor } from '#features/sign-in/server/lock-actor.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { AdministratorRole } from '#kernel/administrator-roles.ts'
import { shortestPassword } from '#kernel/fields.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { administratorFactors, administrators } from '#schema/sign-in.ts'
import { isCommonPassword } from './guessable-passwords.ts'

type AdministratorAccount = {
  id: number
  username: string
  email: string | null
  role: AdministratorRole
  unconfirmedEmail: string | null
  invitedAt: Date | null
  weeklySummary: boolean
  createdAt: Date
  hasFactor: boolean
}

export function listAdministrators(db: Db): Promise<AdministratorAccount[]> {
  const { id, username, role, email, unconfirmedEmail, invitedAt, weeklySummary, createdAt } =
    administrators
  const hasFactor = sql<boolean>`${administratorFactors.confirmedAt} is not null`
  return db
    .select({
      id,
      username,
      role,
      email,
      unconfirmedEmail,
      invitedAt,
      weeklySummary,
      createdAt,
      hasFactor,
    })
    .from(administrators)
    .leftJoin(administratorFactors, eq(administratorFactors.administratorId, id))
    .orderBy(asc(username))
}

/**
 * Creates the first administrator if the database has none. Returns the username, with the password if it was
 * generated, which is shown only once. If two nodes start together, one creates the administrator.
 */
export async function createFirstAdministrator(
  db: Db,
  { username, password }: { username: string; password?: string },
): Promise<{ username: string; generatedPassword?: string } | undefined> {
  await fillNameKeys(db)
  if ((await db.$count(administrators)) > 0) return undefined
  if (password) await refuseFirstPassword(password, username)
  const generatedPassword = password ? undefined : randomBytes(15).toString('base64url')
  const passwordHash = await hashPassword(password ?? generatedPassword!)
  const isFirst = await db.transaction(async (tx) => {
    await tx.execute('lock table administrators in share row exclusive mode')
    if ((await tx.$count(administrators)) > 0) return false
    await tx.insert(administrators).values({ username, passwordHash, nameKey: foldName(username) })
    return true
  })
  return isFirst ? { username, generatedPassword } : undefined
}

/**
 * Throws 400 if the login form would reject the name or the password, or if the password is too short or common.
 * Errors about the password refer to the field `passwordField`.
 */
export async function refuseUnusable(
  login: { username: string; password: string },
  passwordField = 'password',
): Promise<void> {
  const issues = usableLogin.safeParse(login).error?.issues ?? []
  const errors = issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  if (errors.length > 0) throw invalidInput(errors)
  if (!(await isCommonPassword(login.password, login.username))) return
  throw invalidInput([{ field: passwordField, message: commonPassword }])
}

const commonPassword = 'This password is too easy to guess. Choose another one.'

/**
 * Throws if ADMIN_PASSWORD is too short or common. Called only if the first administrator is created, so that the
 * variable cannot prevent later starts.
 */
async function refuseFirstPassword(password: string, username: string) {
  if (password.length < shortestPassword) {
    throw new OperatorError(`ADMIN_PASSWORD must have at least ${shortestPassword} characters`)
  }
  if (await isCommonPassword(password, username)) {
    throw new OperatorError('ADMIN_PASSWORD is too easy to guess. Choose another one.')
  }
}

type MailingDeed = Deed & { jobs: JobSender }
type NewAdministrator = {
  username: string
  email?: string
  password?: string
  /** Role of the new administrator; owner by default. */
  role?: AdministratorRole
}

/**
 * Adds an administrator. Without a password, mails an invitation to choose one. With a password and
 * `needsConfirmation`, the email must be confirmed by a mailed link. Throws 409 if the email, the name or a
 * similar-looking name is taken, 401 if the actor is no longer an administrator, and 403 if no longer an owner.
 */
export async function addAdministrator(
  db: Db,
  login: NewAdministrator,
  { actor, jobs, now, needsConfirmation }: MailingDeed & { needsConfirmation: boolean },
): Promise<{ id: number }> {
  const { email, password, role = 'owner' } = login
  const username = login.username.trim()
  const isInvited = password === undefined
  if (!isInvited) await refuseUnusable({ username: login.username, password })
  // Until an invited administrator has chosen a password, store a random one, so that signing in fails like with any
  // wrong password.
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
  const isUnconfirmed = email !== undefined && !isInvited && needsConfirmation
  return db.transaction(async (tx) => {
    await fillNameKeys(tx)
    if (email && (await isEmailTaken(tx, email))) throw new Refusal('administrator_email_taken')
    const [added] = await tx
      .insert(administrators)
      .values({
        username,
        passwordHash,
        role,
        nameKey: foldName(username),
        email: isUnconfirmed ? null : email,
        unconfirmedEmail: isUnconfirmed ? email : null,
        invitedAt: isInvited ? now : null,
      })
      .onConflictDoNothing()
      .returning({ id: administrators.id })
    if (!added) {
      if (email && (await isEmailTaken(tx, email))) throw new Refusal('administrator_email_taken')
      throw new Refusal('administrator_exists', {
        message: `There is already an administrator ${username}.`,
      })
    }
    // Lock the actor's row after the table, in the order in which removing an administrator locks them; otherwise a
    // deadlock is possible.
    await lockActor(tx, actor, 'owner')
    if (isUnconfirmed) await addConfirmationMail(tx, { id: added.id, email }, { jobs, now })
    if (email && isInvited) {
      const dedupeKey = `administrator ${added.id}`
      const entry = { kind: 'administrator_invited', email, dedupeKey, createdAt: now } as const
      await addOutboxEntries(tx, jobs, [entry])
    }
    const details = { role, ...(isInvited && { for: 'an invitation' }) }
    const entry = { subject: username, details, now }
    await writeAuditEntry(tx, actor, { action: 'administrator_added', ...entry })
    return added
  })
}

/**
 * Sends a new invitation to an administrator who has not accepted one yet, and invalidates the former link.
 * Throws 404 for an unknown administrator and 409 if there is no open invitation.
 */
export async function sendInvitationAgain(
  db: Db,
  id: number,
  { actor, jobs, now }: MailingDeed,
): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    await lockActor(tx, actor, 'owner')
    const [invited] = await tx
      .select()
      .from(administrators)
      .where(eq(administrators.id, id))
      .for('update')
    if (!invited) throw unknownAdministrator()
    const { email, username, invitedAt } = invited
    if (!invitedAt || !email) throw new Refusal('no_open_invitation')
    const kind = 'administrator_invited'
    const ended = await exhaustLinks(tx, { email, kinds: [kind] }, now)
    // Simultaneous requests wait for the lock, so that the second one invalidates the link of the first.
    const dedupeKey = `administrator ${id} after ${Math.max(0, ...ended)}`
    await addOutboxEntries(tx, jobs, [{ kind, email, dedupeKey, createdAt: now }])
    await writeAuditEntry(tx, actor, { action: 'invitation_sent_again', subject: username, now })
    return { email }
  })
}

/** Adds a mail to the outbox with a link by which an administrator confirms a new recovery email. */
export async function addConfirmationMail(
  tx: Transaction,
  { id, email }: { id: number; email: string },
  { jobs, now }: Pick<MailingDeed, 'jobs' | 'now'>,
): Promise<void> {
  const dedupeKey = `administrator ${id} at ${now.toISOString()}`
  const entry = { kind: 'recovery_email_confirmation', email, dedupeKey, createdAt: now } as const
  await addOutboxEntries(tx, jobs, [entry])
}

/** Returns whether an administrator, other than `exceptId`, has this recovery email. */
export async function isEmailTaken(tx: Transaction, email: string, exceptId = 0): Promise<boolean> {
  const isOther = and(eq(administrators.email, email), ne(administrators.id, exceptId))
  return (await tx.$count(administrators, isOther)) > 0
}

export function unknownAdministrator(username?: string) {
  return new Refusal('no_such_administrator', {
    message: username ? `There is no administrator ${username}.` : 'There is no such administrator',
  })
}

/** Returns the administrator with exactly this name. Throws 404 for an unknown one. */
export async function findByName(db: Db, name: string): Promise<{ id: number; username: string }> {
  const { id, username } = administrators
  const [found] = await db.select({ id, username }).from(administrators).where(eq(username, name))
  if (!found) throw unknownAdministrator(name)
  return found
}
