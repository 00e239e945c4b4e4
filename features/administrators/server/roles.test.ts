import { expect, test } from 'vitest'
import * as contract from '#features/administrators/contract.ts'
import { createApiKey } from '#features/api-keys/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { getAuthStatus } from '#features/sign-in/contract.ts'
import type { AdministratorRole } from '#kernel/administrator-roles.ts'
import type { ApiScope } from '#kernel/api-scopes.ts'
import { administrators } from '#schema/sign-in.ts'
import { administratorsStage, colleague } from '#tests/support/administrators-stage.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { administrator } from '#tests/support/test-app.ts'

const proof = { presentPassword: administrator.password }

async function rolesStage() {
  const stage = await administratorsStage()
  return {
    ...stage,
    async readChanges() {
      const { entries } = (await stage.admin.call(contract.listAuditLog)).body
      return entries.filter(({ action }) => action === 'role_changed')
    },
    async setRole(username: string, role: AdministratorRole, caller = stage.admin, by = proof) {
      const params = { administratorId: await stage.idOf(username) }
      return caller.call(contract.changeRole, { params, body: { role, ...by } })
    },
  }
}

test('an administrator is an owner unless added with another role', async () => {
  const { admin } = await rolesStage()
  const add = (username: string, role: string) =>
    admin.call(contract.addAdministrator, {
      body: { ...colleague, username, role: role as 'viewer', ...proof },
    })
  expect((await add('vusi', 'viewer')).status).toBe(200)
  const refused = await add('nomsa', 'superuser')
  expect([refused.status, refused.body.errors?.[0]]).toEqual([
    400,
    { field: 'role', message: 'role must be one of owner, editor, viewer' },
  ])
  const { body: rows } = await admin.call(contract.listAdministrators)
  expect(rows.map(({ username, role }) => [username, role])).toEqual([
    ['organiser', 'owner'],
    ['thandi', 'owner'],
    ['vusi', 'viewer'],
  ])
})

test('a changed role holds from the next request, for every session', async () => {
  const { db, signIn, setRole, readChanges } = await rolesStage()
  const { id, title } = await buildEvent(db)
  const browser = await signIn(colleague)
  const change = () => browser.call(changeEvent, { params: { id }, body: { title: `${title}!` } })
  const status = async () => (await browser.call(getAuthStatus)).body
  expect((await change()).status).toBe(200)
  expect(await status()).not.toHaveProperty('role')

  expect((await setRole('thandi', 'editor')).body).toMatchObject({ role: 'editor' })
  expect((await change()).status).toBe(200)
  expect(await status()).toMatchObject({ isAdmin: true, role: 'editor' })
  const body = {
    username: 'vusi',
    password: colleague.password,
    presentPassword: colleague.password,
  }
  const refused = await browser.call(contract.addAdministrator, { body })
  expect([refused.status, refused.headers['refusal-code'], refused.body.message]).toEqual([
    403,
    'role_missing',
    'This needs the role owner. Ask an owner to change your role under Administrators.',
  ])

  await setRole('thandi', 'viewer')
  expect((await change()).status).toBe(403)
  expect((await browser.call(listRegistrations)).status).toBe(200)
  expect(await status()).toMatchObject({ isAdmin: true, role: 'viewer' })

  const entries = await readChanges()
  expect(entries.map(({ username, subject, details }) => [username, subject, details])).toEqual([
    ['organiser', 'thandi', { from: 'editor', to: 'viewer' }],
    ['organiser', 'thandi', { from: 'owner', to: 'editor' }],
  ])
})

test('changing a role takes the own password, and another role than the present one to be logged', async () => {
  const { admin, setRole, readChanges } = await rolesStage()
  const wrong = await setRole('thandi', 'viewer', admin, { presentPassword: 'another password' })
  expect([wrong.status, wrong.headers['refusal-code']]).toEqual([400, 'wrong_present_password'])
  expect((await setRole('thandi', 'owner')).status).toBe(200)
  const entries = await readChanges()
  expect(entries).toEqual([])
  const unknown = await admin.call(contract.changeRole, {
    params: { administratorId: 99_999 },
    body: { role: 'viewer', ...proof },
  })
  expect(unknown.status).toBe(404)
})

test('the last owner who can sign in is neither removed nor demoted', async () => {
  const { admin, idOf, setRole } = await rolesStage()
  const invited = { username: 'vusi', email: 'vusi@example.com', ...proof }
  await admin.call(contract.addAdministrator, { body: invited })
  await setRole('thandi', 'editor')
  const message =
    'organiser is the only owner who can sign in. Make another administrator an owner first.'
  const demoted = await setRole('organiser', 'viewer')
  const removed = await admin.call(contract.removeAdministrator, {
    params: { administratorId: await idOf('organiser') },
    body: proof,
  })
  for (const { status, headers, body } of [demoted, removed]) {
    expect([status, headers['refusal-code'], body.message]).toEqual([
      409,
      'last_administrator',
      message,
    ])
  }
  await setRole('thandi', 'owner')
  expect((await setRole('organiser', 'viewer')).status).toBe(200)
  expect((await setRole('thandi', 'viewer')).status).toBe(403)
})

test('two owners who demote each other at once leave one', { tags: 'postgres' }, async () => {
  const { db, admin, signIn, setRole } = await rolesStage()
  const other = await signIn(colleague)
  for (let round = 0; round < 5; round++) {
    await db.update(administrators).set({ role: 'owner' })
    const answers = await Promise.all([
      setRole('thandi', 'editor', admin),
      setRole('organiser', 'viewer', other, { presentPassword: colleague.password }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    const owners = (await db.select().from(administrators)).filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
  }
})

test('an API key has the rights that its maker has now', async () => {
  const { db, newCaller, signIn, setRole } = await rolesStage()
  const { id } = await buildEvent(db)
  const maker = await signIn(colleague)
  const scopes: ApiScope[] = ['events:read', 'events:write', 'registrations:read', 'figures:read']
  const { key } = (await maker.call(createApiKey, { body: { name: 'CRM', scopes } })).body
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const program = newCaller()
  const send = (method: 'GET' | 'PATCH', url: string) =>
    program.send({ method, url, headers, ...(method === 'PATCH' && { payload: '{}' }) })
  const readsAndWrites = async () => {
    const reads = ['/api/v1/events', '/api/v1/registrations', '/api/v1/figures']
    const answers = [
      ...(await Promise.all(reads.map((url) => send('GET', url)))),
      await send('PATCH', `/api/v1/events/${id}`),
    ]
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await readsAndWrites()).toEqual([200, 200, 200, 200])
  await setRole('thandi', 'editor')
  expect(await readsAndWrites()).toEqual([200, 200, 200, 200])
  await setRole('thandi', 'viewer')
  expect(await readsAndWrites()).toEqual([200, 200, 200, 403])
  const refused = await send('PATCH', `/api/v1/events/${id}`)
  expect(refused.json().message).toBe(
    'The administrator who created this key has the role viewer. events:write needs the role editor.',
  )
  await setRole('thandi', 'owner')
  expect(await readsAndWrites()).toEqual([200, 200, 200, 200])
})
