import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { serverSecrets } from '#schema/platform.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-keys-'))
const settings = { DATA_DIR: join(folder, 'data') }

afterAll(() => rmSync(folder, { recursive: true }))

function readSecrets(dataDir = settings.DATA_DIR) {
  return withDatabase({ dataDir }, ({ db }) =>
    db.select().from(serverSecrets).orderBy(serverSecrets.name),
  )
}

test('the key of links is rotated in the terminal, and stays out of what is exported unless it is asked for', async () => {
  await withDatabase({ dataDir: settings.DATA_DIR }, async (opened) => {
    await migrateDatabase(opened)
    await readLinkKey(opened.db)
  })
  const [first] = await readSecrets()
  expect((await runTerminal('keys', ['turn'], settings)).stderr).toContain('keys -- rotate')
  const rotated = await runTerminal('keys', ['rotate'], settings)
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('365 days') })
  const [now, before] = await readSecrets()
  expect([now!.name, before!.secret]).toEqual(['links', first!.secret])
  const ended = await runTerminal('keys', ['rotate', '--at-once'], settings)
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('no longer work') })
  const secrets = await readSecrets()
  expect(secrets.map(({ name, until }) => [name, until])).toEqual([['links', null]])

  const files = [join(folder, 'plain.gz'), join(folder, 'whole.gz')] as const
  const plain = await runTerminal('export', [files[0]], settings)
  expect(plain.stdout).toContain('It does not contain the key that signs links')
  const whole = await runTerminal('export', [files[1], '--with-key'], settings)
  expect(whole.stdout).toContain('It contains the key that signs links')
  const targets = [join(folder, 'one'), join(folder, 'two')] as const
  const bare = await runTerminal('import', [files[0]], { DATA_DIR: targets[0] })
  expect(bare).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('does not contain the key that signs links'),
  })
  const moved = await runTerminal('restore', [files[1]], { DATA_DIR: targets[1] })
  expect(moved).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining('does not contain the key'),
  })
  expect(await readSecrets(targets[0])).toEqual([])
  expect(await readSecrets(targets[1])).toEqual(secrets)
}, 240_000)
