import { and, desc, eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import { createApiKey } from '#features/api-keys/contract.ts'
import { listOutboxEntries, readOutboxEntry } from '#features/mails/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import {
  changeRecoveryEmail,
  logInAdministrator,
  readPasswordLink,
  requestPasswordReset,
  setPasswordByLink,
} from '#features/sign-in/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { apiKeys } from '#schema/api-keys.ts'
import { linkRequests, outboxEntries } from '#schema/mails.ts'
import { administrators } from '#schema/sign-in.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

const presentPassword = administrator.password
const email = 'organiser@example.org'
const newPassword = 'house-lights-down'
const minuteMs = 60_000

/** Creates the organiser with a recovery email; mails are read from the table. */
async function recoveryStage(config: { rateLimits?: boolean } = {}) {
  const publicUrl = 'https://lights.example'
  const databaseUrl = 'postgres://kept-in-the-table'
  const app = await testApp({ config: { ...config, publicUrl, databaseUrl } })
  const { db, call, clock, newCaller, runJobs } = app
  const admin = await app.asAdmin()
  const setEmail = (to: string | null, password = presentPassword) =>
    admin.call(changeRecoveryEmail, { body: { email: to, presentPassword: password } })
  expect((await setEmail(email)).status).toBe(200)
  const ask = (to = email, from?: string) =>
    call(requestPasswordReset, { body: { email: to }, from })
  async function mailsTo(to: string, kind: MailKind = 'password_reset') {
    await runJobs()
    const isTheirs = and(eq(outboxEntries.email, to), eq(outboxEntries.kind, kind))
    return db.select().from(outboxEntries).where(isTheirs).orderBy(desc(outboxEntries.id))
  }
  async function tokenFor(to = email, kind?: MailKind) {
    const [mail] = await mailsTo(to, kind)
    return /https:\/\/lights\.example\/admin#\/password\/([\w-]+)/.exec(mail?.kept?.text ?? '')?.[1]
  }
  const choose = (token: string | undefined, body: object = {}) =>
    call(setPasswordByLink, { body: { token, newPassword, ...body } })
  const read = (token: string | undefined) => call(readPasswordLink, { body: { token } })
  const signIn = (password: string, username = administrator.username, factor?: string) =>
    newCaller().call(logInAdministrator, { body: { username, password, factor } })
  const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { ...app, admin, setEmail, ask, mailsTo, tokenFor, choose, read, signIn, pass }
}

test('a mailed link resets a password once, ends sessions and keeps the second factor', async () => {
  const { admin, ask, choose, clock, db, read, signIn, tokenFor } = await recoveryStage()
  const { secret } = (await admin.call(contract.beginFactor, { body: { presentPassword } })).body
  const codeAt = (steps: number) =>
    new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * 30_000 })
  await admin.call(contract.confirmFactor, { body: { code: codeAt(-1) } })
  await admin.call(createApiKey, { body: { name: 'CRM', scopes: ['events:read'] } })
  await ask()
  const token = await tokenFor()
  expect((await read(token)).body).toEqual({ username: administrator.username, purpose: 'reset' })
  const short = await choose(token, { newPassword: 'short' })
  expect([short.status, short.body.errors?.[0]?.field]).toEqual([400, 'newPassword'])
  const guessable = await choose(token, { newPassword: 'organiserorganiser' })
  expect([guessable.status, guessable.body.errors?.[0]?.field]).toEqual([400, 'newPassword'])
  expect((await admin.call(listRegistrations)).status).toBe(200)

  expect((await choose(token, { endKeys: true })).body).toEqual({ username: 'organiser' })
  expect((await admin.call(listRegistrations)).status).toBe(401)
  expect(await db.$count(apiKeys)).toBe(0)
  expect((await signIn(presentPassword)).status).toBe(401)
  const lacking = await signIn(newPassword)
  expect([lacking.status, lacking.headers['refusal-code']]).toEqual([401, 'factor_required'])
  expect((await signIn(newPassword, administrator.username, codeAt(0))).status).toBe(200)
  for (const again of [await choose(token), await read(token)]) {
    expect([again.status, again.headers['refusal-code']]).toEqual([410, 'spent_link'])
  }
})

test('the audit log names the administrator and the address that reset the password, never the email', async () => {
  const { admin, ask, choose, signIn, tokenFor, newCaller } = await recoveryStage()
  await ask()
  await choose(await tokenFor())
  expect((await admin.call(contract.listAuditLog)).status).toBe(401)
  const again = newCaller()
  await again.call(logInAdministrator, {
    body: { username: administrator.username, password: newPassword },
  })
  expect((await signIn(newPassword)).status).toBe(200)
  const { body, text } = await again.call(contract.listAuditLog)
  const reset = body.entries.find(({ action }) => action === 'password_reset')
  expect(reset).toMatchObject({ username: 'organiser', subject: 'organiser', address: '127.0.0.1' })
  expect(text).not.toContain(email)
})

test('a link is valid for 15 minutes, and until the password or the recovery email changes', async () => {
  const { admin, ask, choose, mailsTo, pass, setEmail, tokenFor } = await recoveryStage()
  await ask()
  const old = await tokenFor()
  pass(16 * minuteMs)
  expect((await choose(old)).status).toBe(410)
  await ask()
  const beforeChange = await tokenFor()
  expect(beforeChange).not.toBe(old)
  await admin.call(contract.changeOwnPassword, { body: { presentPassword, newPassword } })
  expect((await choose(beforeChange)).status).toBe(410)
  await ask()
  const former = await tokenFor()
  expect(former).not.toBe(beforeChange)
  expect((await setEmail('new@example.org', newPassword)).status).toBe(200)
  expect((await choose(former)).status).toBe(404)
  expect(await mailsTo(email, 'recovery_email_changed')).toHaveLength(1)
  await ask()
  expect((await mailsTo(email)).length).toBe(3)
  for (const token of ['1-AAAAAAAAAAAAAAAAAAAAAAAA', 'nonsense']) {
    expect((await choose(token)).headers['refusal-code']).toBe('unknown_link')
  }
})

test('a reset mail that waited longer than its link is valid is not sent', async () => {
  const { app, ask, db, mailsTo, pass, runJobs } = await recoveryStage()
  await ask()
  const [mail] = await mailsTo(email)
  await db.update(outboxEntries).set({ state: 'waiting', kept: null })
  pass(16 * minuteMs)
  await db.transaction((tx) =>
    app.deps.jobs.send(tx, 'send-message', [{ outboxEntryId: mail!.id }]),
  )
  await runJobs()
  const [late] = await mailsTo(email)
  expect([late?.state, late?.lastError]).toEqual(['skipped', 'The link was too old'])
})

test('a request is answered alike for every address by the same statements, four mails an hour at most', async () => {
  const { ask, db, mailsTo } = await recoveryStage()
  const noted = noteStatements()
  async function statementsOf(to: string) {
    noted.length = 0
    const { text } = await ask(to)
    return { text, statements: [...noted] }
  }
  const known = await statementsOf(email)
  expect(known.statements.length).toBeGreaterThan(0)
  expect(await statementsOf('nobody@example.org')).toEqual(known)
  expect(await mailsTo('nobody@example.org')).toEqual([])
  expect(await db.$count(linkRequests)).toBe(0)
  for (let time = 0; time < 6; time++) {
    await db.update(outboxEntries).set({ state: 'failed' })
    await ask()
    await mailsTo(email)
  }
  expect(await mailsTo(email)).toHaveLength(4)
})

test('one network address requests 300 links a minute', async () => {
  const { ask } = await recoveryStage({ rateLimits: true })
  const statuses = []
  for (let time = 0; time < 301; time++) statuses.push((await ask('nobody@example.org')).status)
  expect([statuses.lastIndexOf(200), statuses.at(-1)]).toEqual([299, 429])
})

test('the admin area shows a reset mail without its link, and no Host header decides where it leads', async () => {
  const { admin, call, tokenFor } = await recoveryStage()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await call(requestPasswordReset, { body: { email }, headers })
  const token = await tokenFor()
  expect(token).toBeDefined()
  const { deliveries } = (await admin.call(listOutboxEntries)).body
  const reset = deliveries.find(({ kind }) => kind === 'password_reset')
  const { text } = await admin.call(readOutboxEntry, { params: { id: reset!.id } })
  expect(text).toContain('https://lights.example/admin#/password/…')
  expect(text).not.toContain(token)
  expect(text).not.toContain('evil.example')
})

test('changing the recovery email needs the current password and an unused email', async () => {
  const { admin, mailsTo, setEmail } = await recoveryStage()
  const wrong = await setEmail('new@example.org', 'not the password')
  expect([wrong.status, wrong.headers['refusal-code']]).toEqual([400, 'wrong_present_password'])
  expect((await setEmail('no email')).body.errors?.[0]?.field).toBe('email')
  const other = { username: 'thandi', email: 'thandi@example.org', password: newPassword }
  await admin.call(contract.addAdministrator, { body: { ...other, presentPassword } })
  const taken = await setEmail(' Thandi@Example.org ')
  expect([taken.status, taken.headers['refusal-code']]).toEqual([409, 'administrator_email_taken'])
  expect(await mailsTo(email, 'recovery_email_changed')).toEqual([])
  // Without a mail server, a new email needs no confirmation.
  const removed = { email: null, unconfirmedEmail: null, isMailSet: false }
  expect((await setEmail(null)).body).toEqual(removed)
  expect(await mailsTo(email, 'recovery_email_changed')).toHaveLength(1)
  const rows = (await admin.call(contract.listAdministrators)).body
  expect(rows.map((row) => [row.username, row.email])).toEqual([
    ['organiser', null],
    ['thandi', 'thandi@example.org'],
  ])
})

test('an administrator who is invited chooses a password by the mailed link, once', async () => {
  const { admin, choose, db, mailsTo, read, signIn, tokenFor, pass } = await recoveryStage()
  const invited = { username: 'thandi', email: 'thandi@example.org' }
  const add = (body: object) =>
    admin.call(contract.addAdministrator, { body: { ...body, presentPassword } })
  expect((await add({ username: 'sipho' })).body.errors?.[0]?.field).toBe('password')
  const { id } = (await add(invited)).body
  const rows = (await admin.call(contract.listAdministrators)).body
  expect(rows.find((row) => row.id === id)).toMatchObject({ isInvited: true, email: invited.email })
  expect((await add({ ...invited, username: 'sipho' })).headers['refusal-code']).toBe(
    'administrator_email_taken',
  )
  expect((await signIn('')).status).toBe(400)
  // Without this administrator, no account could sign in.
  const self = rows.find((row) => row.isSelf)!.id
  const last = await admin.call(contract.removeAdministrator, {
    params: { administratorId: self },
    body: { presentPassword },
  })
  expect(last.headers['refusal-code']).toBe('last_administrator')

  pass(6 * 24 * 60 * minuteMs)
  const token = await tokenFor(invited.email, 'administrator_invited')
  const purpose = 'invitation'
  expect((await read(token)).body).toEqual({ username: 'thandi', purpose })
  expect((await choose(token)).status).toBe(200)
  expect((await choose(token)).status).toBe(410)
  expect((await signIn(newPassword, 'thandi')).status).toBe(200)
  const [row] = await db.select().from(administrators).where(eq(administrators.id, id))
  expect(row?.invitedAt).toBeNull()
  expect(await mailsTo(invited.email, 'administrator_invited')).toHaveLength(1)
})

test(
  'of two who open one link at the same moment, one sets the password',
  { tags: 'postgres' },
  async () => {
    const { ask, choose, signIn, tokenFor } = await recoveryStage()
    await ask()
    const token = await tokenFor()
    const passwords = ['doors at seven', 'doors at eight']
    const answers = await Promise.all(passwords.map((one) => choose(token, { newPassword: one })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 410,
    ])
    const set = passwords[answers.findIndex(({ status }) => status === 200)]!
    expect((await signIn(set)).status).toBe(200)
  },
)
