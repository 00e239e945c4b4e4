import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { verifyPassword } from '#features/sign-in/server/administrator-login.ts'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { apiKeys } from '#schema/api-keys.ts'
import { administrators, sessions } from '#schema/sign-in.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

/** Runs `npm run admins -- …` with the given terminal input. */
function run(dataDir: string, given: string[], typed = '') {
  return runTerminal('admins', given, { DATA_DIR: dataDir }, { typed })
}

test('administrators are added, listed, given a new password and removed in the terminal', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-admins-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  expect((await run(dataDir, ['list'])).stderr).toContain('There is no database')
  await withDatabase({ dataDir }, (opened) => migrateDatabase(opened))

  const lock = await lockDataFolder(dataDir)
  const refused = await run(dataDir, ['list'])
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(String(process.pid))
  await lock.release()

  const made = await run(dataDir, ['add', 'thandi'])
  const password = /Password \(shown this once\): (\S{20})/.exec(made.stdout)?.[1]
  expect([made.code, password]).toEqual([0, expect.any(String)])
  expect((await run(dataDir, ['add', 'thandi'], 'another-password\n')).stderr).toContain('already')
  expect((await run(dataDir, ['remove', 'thandi'])).stderr).toContain('only administrator')
  expect((await run(dataDir, ['add', 'sipho'], 'short\n')).stderr).toContain('12 characters')
  const withEmail = ['add', 'sipho', '--email', 'Sipho@example.org']
  const typed = await run(dataDir, withEmail, 'curtain-up-at-eight\n')
  expect(typed).toMatchObject({ code: 0, stdout: 'Administrator sipho added.\n' })
  expect((await run(dataDir, ['email', 'thandi', 'thandi@example.org'])).code).toBe(0)
  expect((await run(dataDir, ['list'])).stdout).toMatch(
    /^sipho {2}since .* owner {2}sipho@example.org\nthandi {2}since .* owner {2}thandi@example.org/,
  )
  expect((await run(dataDir, ['role', 'sipho', 'guest'])).stderr).toContain('owner, editor, viewer')
  const demoted = await run(dataDir, ['role', 'sipho', 'viewer'])
  expect([demoted.code, demoted.stdout]).toEqual([0, 'sipho has the role viewer now.\n'])
  expect((await run(dataDir, ['role', 'thandi', 'editor'])).stderr).toContain('only owner')
  const withRole = ['add', 'vusi', '--role', 'editor']
  expect((await run(dataDir, withRole, 'curtain-up-at-eight\n')).code).toBe(0)
  expect((await run(dataDir, ['list'])).stdout).toMatch(/^vusi {2}since .* editor {2}no email/m)
  expect((await run(dataDir, ['remove', 'vusi'])).code).toBe(0)

  await withDatabase({ dataDir }, async ({ db }) => {
    const [thandi] = await db
      .select()
      .from(administrators)
      .where(eq(administrators.username, 'thandi'))
    expect(await verifyPassword(password!, thandi!.passwordHash)).toBe(true)
    await db.insert(sessions).values({ tokenHash: 'x', administratorId: thandi!.id })
  })
  await withDatabase({ dataDir }, async ({ db }) => {
    const [thandi] = await db
      .select()
      .from(administrators)
      .where(eq(administrators.username, 'thandi'))
    const key = { name: 'CRM', keyHash: 'x', prefix: 'grk_x', scopes: ['events:read' as const] }
    await db.insert(apiKeys).values({ ...key, administratorId: thandi!.id })
  })
  const changed = await run(dataDir, ['password', 'thandi', '--end-keys'], 'house-lights-down\n')
  expect(changed.stdout).toContain('sessions and API keys have ended')
  expect((await run(dataDir, ['remove', 'sipho'])).code).toBe(0)
  expect((await run(dataDir, ['remove', 'sipho'])).stderr).toContain('no administrator sipho')
  expect((await run(dataDir, ['remove'])).stderr).toContain('npm run admins')
  await withDatabase({ dataDir }, async ({ db, pool }) => {
    const [thandi, ...others] = await db.select().from(administrators)
    expect(others).toEqual([])
    expect(await verifyPassword('house-lights-down', thandi!.passwordHash)).toBe(true)
    expect([await db.$count(sessions), await db.$count(apiKeys)]).toEqual([0, 0])
    const { rows } = await pool.query('select action, username from audit_log order by id')
    expect(rows.map(({ action }) => action)).toEqual([
      'administrator_added',
      'administrator_added',
      'recovery_email_changed',
      'role_changed',
      'administrator_added',
      'administrator_removed',
      'api_key_removed',
      'password_changed',
      'administrator_removed',
    ])
  })
}, 240_000)
