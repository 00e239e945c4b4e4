import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import {
  changeRecoveryEmail,
  confirmRecoveryEmail,
  logInAdministrator,
  requestPasswordReset,
  setPasswordByLink,
} from '#features/sign-in/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

const presentPassword = administrator.password
const email = 'organiser@example.org'
const next = 'new@example.org'
const password = 'house-lights-down'
const hourMs = 60 * 60_000

/** Creates the organiser on a site with a mail server that stores mails by recipient. */
async function mailedStage() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: 'hello@lights.example',
      publicUrl: 'https://lights.example',
    },
  })
  const { call, clock, newCaller, runJobs } = app
  const admin = await app.asAdmin()
  const setEmail = (to: string | null, caller = admin) =>
    caller.call(changeRecoveryEmail, { body: { email: to, presentPassword } })
  const add = (body: object) =>
    admin.call(contract.addAdministrator, { body: { ...body, presentPassword } })
  async function subjectsTo(to: string) {
    await runJobs()
    const mails = server.mails.filter((mail) => mail.to === to)
    return mails.map(({ subject }) => subject.replace(/ for .*/, ''))
  }
  async function tokenTo(to: string) {
    await runJobs()
    const raw = server.mails.findLast((mail) => mail.to === to)?.raw ?? ''
    return /admin#\/[a-z-]+\/([\w-]+)/.exec(raw.replaceAll(/=\r\n/g, ''))?.[1] ?? ''
  }
  const confirm = (token: string, caller = admin) =>
    caller.call(confirmRecoveryEmail, { body: { token } })
  const ask = (to: string) => call(requestPasswordReset, { body: { email: to } })
  const rowOf = async (username: string) =>
    (await admin.call(contract.listAdministrators)).body.find((row) => row.username === username)
  async function signIn(username: string) {
    const caller = newCaller()
    await caller.call(logInAdministrator, { body: { username, password } })
    return caller
  }
  const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { ...app, add, admin, ask, confirm, pass, rowOf, setEmail, signIn, subjectsTo, tokenTo }
}

test('a new recovery email resets no password until its mailed link is confirmed, and the former one does', async () => {
  const { admin, ask, confirm, newCaller, rowOf, setEmail, subjectsTo, tokenTo } =
    await mailedStage()
  const entered = await setEmail(email)
  expect(entered.body).toEqual({ email: null, unconfirmedEmail: email, isMailSet: true })
  expect(await rowOf('organiser')).toMatchObject({ email: null, unconfirmedEmail: email })
  await ask(email)
  expect(await subjectsTo(email)).toEqual(['Confirm your recovery email'])
  const first = await tokenTo(email)
  expect((await confirm(first, newCaller())).status).toBe(401)
  expect((await confirm(first)).body).toEqual({ email })
  const again = await confirm(first)
  expect([again.status, again.headers['refusal-code']]).toEqual([410, 'spent_link'])

  expect((await setEmail(next)).body).toMatchObject({ email, unconfirmedEmail: next })
  await ask(email)
  await ask(next)
  expect((await subjectsTo(email)).at(-1)).toBe('Reset your password')
  expect(await subjectsTo(next)).toEqual(['Confirm your recovery email'])
  expect((await confirm(await tokenTo(next))).body).toEqual({ email: next })
  expect((await subjectsTo(email)).at(-1)).toBe('Your recovery email')
  expect(await rowOf('organiser')).toMatchObject({ email: next, unconfirmedEmail: null })
  const { entries } = (await admin.call(contract.listAuditLog)).body
  const changes = entries.filter(({ action }) => action === 'recovery_email_changed')
  expect(changes).toHaveLength(2)
})

test('a link confirms a recovery email for 24 hours, until another one is entered or it is removed', async () => {
  const { asAdmin, confirm, pass, setEmail, subjectsTo, tokenTo } = await mailedStage()
  await setEmail(email)
  const late = await tokenTo(email)
  pass(25 * hourMs)
  const admin = await asAdmin()
  expect((await confirm(late, admin)).status).toBe(410)
  await setEmail(email, admin)
  const replaced = await tokenTo(email)
  expect(replaced).not.toBe(late)
  await setEmail(next, admin)
  const refused = await confirm(replaced, admin)
  expect([refused.status, refused.headers['refusal-code']]).toEqual([404, 'unknown_link'])
  const removed = await tokenTo(next)
  expect((await setEmail(null, admin)).body).toMatchObject({ email: null, unconfirmedEmail: null })
  expect((await confirm(removed, admin)).status).toBe(404)
  expect((await confirm('nonsense', admin)).status).toBe(404)
  expect(await subjectsTo(next)).toEqual(['Confirm your recovery email'])
})

test('a link confirms the recovery email of its own administrator only, and no email of another', async () => {
  const { add, ask, confirm, rowOf, setEmail, signIn, subjectsTo, tokenTo } = await mailedStage()
  await add({ username: 'thandi', email, password })
  expect(await rowOf('thandi')).toMatchObject({ email: null, unconfirmedEmail: email })
  await ask(email)
  const token = await tokenTo(email)
  expect(await subjectsTo(email)).toEqual(['Confirm your recovery email'])
  expect((await confirm(token)).status).toBe(404)
  await setEmail(email)
  const thandi = await signIn('thandi')
  expect((await confirm(token, thandi)).body).toEqual({ email })
  expect((await setEmail(email)).headers['refusal-code']).toBe('administrator_email_taken')
  expect(await rowOf('organiser')).toMatchObject({ email: null })
})

test('a reset by the former recovery email ends the link that confirms a new one', async () => {
  const { ask, call, confirm, setEmail, signIn, tokenTo } = await mailedStage()
  await setEmail(email)
  await confirm(await tokenTo(email))
  await setEmail(next)
  const token = await tokenTo(next)
  await ask(email)
  const body = { token: await tokenTo(email), newPassword: password }
  expect((await call(setPasswordByLink, { body })).status).toBe(200)
  expect((await confirm(token, await signIn('organiser'))).status).toBe(404)
})

test('an invitation is sent again until it is accepted, and only the newest link works', async () => {
  const { add, asAdmin, call, db, pass, subjectsTo, tokenTo } = await mailedStage()
  const { id } = (await add({ username: 'thandi', email })).body
  const choose = async (token: string) =>
    (await call(setPasswordByLink, { body: { token, newPassword: password } })).status
  const first = await tokenTo(email)
  pass(8 * 24 * hourMs)
  const admin = await asAdmin()
  const send = (administratorId: number) =>
    admin.call(contract.sendInvitationAgain, { params: { administratorId } })
  expect((await send(id)).body).toEqual({ email })
  const second = await tokenTo(email)
  expect((await send(id)).status).toBe(200)
  const third = await tokenTo(email)
  expect(await subjectsTo(email)).toHaveLength(3)
  expect([await choose(first), await choose(second), await choose(third)]).toEqual([410, 410, 200])
  const accepted = await send(id)
  expect([accepted.status, accepted.headers['refusal-code']]).toEqual([409, 'no_open_invitation'])
  expect((await send(999)).status).toBe(404)
  expect(await db.$count(outboxEntries, eq(outboxEntries.kind, 'administrator_invited'))).toBe(3)
})

test(
  'of two invitations sent again at the same moment, one link works',
  { tags: 'postgres' },
  async () => {
    const { add, admin, db, runJobs } = await mailedStage()
    const { id } = (await add({ username: 'thandi', email })).body
    const send = () => admin.call(contract.sendInvitationAgain, { params: { administratorId: id } })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await runJobs()
    expect(await db.$count(outboxEntries, eq(outboxEntries.linkUses, 0))).toBe(1)
  },
)
