import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { feedbackAnswers, feedbackQuotes } from '#schema/feedback.ts'
import { people, users } from '#schema/people.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

test('a person erased on the command line is erased again after an older backup is restored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-people-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = join(folder, 'copies')
  const dataDir = join(folder, 'data')
  const env = { DATA_DIR: dataDir, BACKUP_URL: place }
  await withDatabase({ dataDir }, async (opened) => {
    await migrateDatabase(opened)
    // Creates the key for hashed addresses, as every site does at its start.
    await opened.db.execute(sql`select greenroom_address_hash('')`)
    await buildPerson(opened.db, { email: 'goes@example.com' })
    const { id: userId } = await buildPerson(opened.db, { email: 'stays@example.com' })
    await buildQuote(opened.db, userId)
  })
  const known = () =>
    withDatabase({ dataDir }, async ({ db }) => ({
      users: (await db.select().from(users)).map(({ email }) => email),
      people: (await db.select().from(people)).map(({ email }) => email),
    }))
  const left = { users: ['stays@example.com'], people: ['stays@example.com'] }
  expect(await runTerminal('backup', [], env)).toMatchObject({ code: 0, stderr: '' })

  const erased = await runTerminal('people', ['erase', ' Goes@Example.com '], env)
  expect(erased).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Erased\. .* number \d+/),
  })
  expect(await known()).toEqual(left)
  const again = await runTerminal('people', ['erase', 'goes@example.com'], env)
  expect(again).toMatchObject({ code: 1, stderr: 'There is no person with this email.\n' })
  const unclear = await runTerminal('people', ['remove', 'stays@example.com'], env)
  expect(unclear).toMatchObject({ code: 1, stderr: expect.stringContaining('erase EMAIL') })
  // Beside the backups, only a hash of the address is stored.
  expect(readdirSync(place).filter((name) => name.includes('erasure'))).toHaveLength(1)

  const restored = await runTerminal('restore', ['newest'], env)
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 person who was erased after the backup was erased again.'),
  })
  expect(await known()).toEqual(left)
  // Unlike erasures, withdrawals of quotes are not stored beside the backups.
  expect(restored.stdout).toContain('Removed 1 quote from the site')
  const [answer] = await withDatabase({ dataDir }, async ({ db }) => {
    expect(await db.$count(feedbackQuotes)).toBe(0)
    return db.select().from(feedbackAnswers)
  })
  expect(answer).toMatchObject({ text: 'Well spent.', quotePermission: 'with_name' })
}, 180_000)

/** Adds a quote that the site shows, from the comment of a person. */
async function buildQuote(db: Db, userId: number) {
  const { id: eventId } = await buildEvent(db)
  const { id: registrationId } = await buildRegistration(db, { userId, eventId })
  const text = 'Well spent.'
  const given = {
    value: 1,
    label: 'Yes',
    question: 'Worth it?',
    quotePermission: 'with_name' as const,
  }
  const [answer] = await db
    .insert(feedbackAnswers)
    .values({ registrationId, text, ...given })
    .returning()
  await db.insert(feedbackQuotes).values({ answerId: answer!.id, text, name: 'Thandi Nkosi' })
}
