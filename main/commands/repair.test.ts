import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { people, users } from '#schema/people.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

test('rows written by hand become people once the database is repaired', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-repair-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await withDatabase({ dataDir }, async (opened) => {
    await migrateDatabase(opened)
    await opened.db.insert(users).values({ email: 'zoe@example.com', firstName: 'Zoë' })
  })
  const repair = () => runTerminal('repair', [], { DATA_DIR: dataDir })
  expect(await repair()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 events, 1 people.'),
  })
  expect((await repair()).stdout).toContain('0 events, 0 people.')
  const [found] = await withDatabase({ dataDir }, ({ db }) => db.select().from(people))
  expect(found!.words).toBe('zoe   zoe@example.com')
}, 180_000)
