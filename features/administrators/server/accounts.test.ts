import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import { listAuditLog } from '#features/administrators/contract.ts'
import { getAuthStatus, logInAdministrator, logInWithEmail } from '#features/sign-in/contract.ts'
import { administrators } from '#schema/sign-in.ts'
import { administratorsStage, colleague } from '#tests/support/administrators-stage.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { administrator } from '#tests/support/test-app.ts'

const proof = { presentPassword: administrator.password }

test('an added administrator can sign in immediately, is listed, and cannot be added twice', async () => {
  const { admin, signIn, added } = await administratorsStage()
  expect((await signIn(colleague)).status).toBe(200)
  const { body: rows } = await admin.call(contract.listAdministrators)
  expect(rows.map(({ username, isSelf }) => [username, isSelf])).toEqual([
    ['organiser', true],
    ['thandi', false],
  ])
  expect(rows.find(({ username }) => username === 'thandi')?.id).toBe(added.id)
  const again = await admin.call(contract.addAdministrator, {
    body: { username: ' thandi ', password: 'something else', ...proof },
  })
  expect([again.status, again.headers['refusal-code'], again.body.message]).toEqual([
    409,
    'administrator_exists',
    'There is already an administrator thandi.',
  ])
  expect((await signIn(colleague)).status).toBe(200)
  for (const [body, field, message] of [
    [{ ...colleague, username: ' ' }, 'username', 'Username is required'],
    [
      { ...colleague, password: '' },
      'password',
      'Enter an email to send an invitation to, or a password',
    ],
    [{ ...colleague, password: 'short' }, 'password', 'Password must have at least 12 characters'],
  ] as const) {
    const refused = await admin.call(contract.addAdministrator, { body: { ...body, ...proof } })
    expect([refused.status, refused.body.errors]).toEqual([400, [{ field, message }]])
  }
})

test('the sessions of a removed administrator end at once, also one that holds an email', async () => {
  const { admin, db, signIn, idOf } = await administratorsStage()
  const person = await buildPerson(db)
  const browsers = [await signIn(colleague), await signIn(colleague)]
  await browsers[1]!.call(logInWithEmail, { body: { email: person.email } })
  for (const browser of browsers) expect(await browser.isIn()).toBe(true)
  const params = { administratorId: await idOf('thandi') }
  expect((await admin.call(contract.removeAdministrator, { params, body: proof })).status).toBe(200)
  for (const browser of browsers) {
    expect(await browser.isIn()).toBe(false)
    expect((await browser.call(getAuthStatus)).body.isAdmin).toBe(false)
  }
  expect((await signIn(colleague)).status).toBe(401)
  const gone = await admin.call(contract.removeAdministrator, { params, body: proof })
  expect([gone.status, gone.headers['refusal-code']]).toEqual([404, 'no_such_administrator'])
})

test('the last administrator cannot be removed, and one of two may remove themselves', async () => {
  const { admin, reads, signIn, idOf } = await administratorsStage()
  const other = await signIn(colleague)
  const params = { administratorId: await idOf('organiser') }
  expect((await admin.call(contract.removeAdministrator, { params, body: proof })).status).toBe(200)
  expect(await reads(admin)).toBe(401)
  const [row] = (await other.call(contract.listAdministrators)).body
  const refused = await other.call(contract.removeAdministrator, {
    params: { administratorId: row!.id },
    body: { presentPassword: colleague.password },
  })
  expect([refused.status, refused.headers['refusal-code'], refused.body.message]).toEqual([
    409,
    'last_administrator',
    'thandi is the only administrator. Add another one first.',
  ])
  expect(await other.isIn()).toBe(true)
})

test('two who remove each other at once leave one of them', { tags: 'postgres' }, async () => {
  const { db, idOf, signIn, admin } = await administratorsStage()
  for (let round = 0; round < 5; round++) {
    const one = round === 0 ? admin : await signIn(administrator)
    const other = await signIn(colleague)
    const ids = [await idOf('organiser'), await idOf('thandi')]
    const remove = (caller: typeof admin, index: number, presentPassword: string) =>
      caller.call(contract.removeAdministrator, {
        params: { administratorId: ids[index]! },
        body: { presentPassword },
      })
    const answers = await Promise.all([
      remove(one, 1, administrator.password),
      remove(other, 0, colleague.password),
    ])
    const left = await db.select().from(administrators)
    expect(left).toHaveLength(1)
    // An administrator who was removed meanwhile gets a 401, as does one who could not sign in.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
    const [{ username } = administrator] = left
    const winner = username === 'thandi' ? other : one
    const lost = username === 'thandi' ? administrator : colleague
    const { password } = winner === other ? colleague : administrator
    const added = { ...lost, presentPassword: password }
    expect((await winner.call(contract.addAdministrator, { body: added })).status).toBe(200)
    if (winner === other) await admin.call(logInAdministrator, { body: administrator })
  }
})

test(
  'one is left of many who remove one another while they add others',
  { tags: 'postgres' },
  async () => {
    const { db, admin, signIn } = await administratorsStage()
    const names = Array.from({ length: 6 }, (_, index) => `host ${index}`)
    for (const username of names) {
      await admin.call(contract.addAdministrator, { body: { ...colleague, username, ...proof } })
    }
    const rows = await db.select().from(administrators)
    const callers = await Promise.all(names.map((username) => signIn({ ...colleague, username })))
    const answers = await Promise.all(
      callers.flatMap((caller, index) => [
        ...rows.map(({ id }) =>
          caller.call(contract.removeAdministrator, {
            params: { administratorId: id },
            body: { presentPassword: colleague.password },
          }),
        ),
        caller.call(contract.addAdministrator, {
          body: {
            ...colleague,
            username: `new ${index}`,
            presentPassword: colleague.password,
          },
        }),
      ]),
    )
    for (const { status } of answers) expect([200, 401, 404, 409]).toContain(status)
    const left = await db.select().from(administrators)
    const added = answers.filter((answer) => answer.status === 200).length
    expect(left.length).toBeGreaterThanOrEqual(1)
    expect(added).toBeGreaterThan(0)
  },
)

test('the audit log lists changes of administrators, without passwords', async () => {
  const { admin, database, idOf } = await administratorsStage()
  const wrong = { presentPassword: 'guess-guess', newPassword: 'doors at seven' }
  await admin.call(contract.changeOwnPassword, { body: wrong })
  const right = { ...wrong, presentPassword: administrator.password }
  await admin.call(contract.changeOwnPassword, { body: right })
  await admin.call(contract.removeAdministrator, {
    params: { administratorId: await idOf('thandi') },
    body: { presentPassword: right.newPassword },
  })
  const { body } = await admin.call(listAuditLog)
  expect(body.entries.map(({ action, username, subject }) => [action, username, subject])).toEqual([
    ['administrator_removed', 'organiser', 'thandi'],
    ['password_changed', 'organiser', 'organiser'],
    ['sign_in_failed', 'organiser', ''],
    ['administrator_added', 'organiser', 'thandi'],
    ['sign_in', 'organiser', ''],
  ])
  expect(body.entries[2]?.details).toEqual({ for: 'a change of the password' })
  for (const table of ['audit_log', 'administrators', 'sessions']) {
    const { rows } = await database.pool.query(`select * from ${table}`)
    expect(JSON.stringify(rows)).not.toMatch(/guess|doors|curtain|house-lights/)
  }
})
