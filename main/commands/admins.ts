import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import {
  addAdministrator,
  findByName,
  listAdministrators,
  removeAdministrator,
} from '#features/administrators/server/accounts.ts'
import { changePassword } from '#features/administrators/server/passwords.ts'
import { removeFactor } from '#features/sign-in/server/factor-setup.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const usage = 'Say what to do: npm run admins -- add|list|remove|password|reset-factor <username>'

type Login = { username: string; password: string }

/** Asks for the password before the database is opened: the embedded one is locked meanwhile. */
async function withPassword(
  username: string,
  done: string,
  change: (db: Db, login: Login) => Promise<unknown>,
) {
  const typed = await askPassword()
  const password = typed || randomBytes(15).toString('base64url')
  return async (db: Db) => {
    await change(db, { username, password })
    return typed ? done : `${done}\nPassword (shown this once): ${password}`
  }
}

async function chooseTask(action = '', username = ''): Promise<(db: Db) => Promise<string>> {
  if (action === 'list') {
    return async (db) => {
      const rows = await listAdministrators(db)
      const lines = rows.map((row) => `${row.username}  since ${row.createdAt.toISOString()}`)
      return lines.join('\n') || 'There is no administrator yet; the first start makes one.'
    }
  }
  if (!username) throw invalidInput([{ field: 'action', message: usage }])
  if (action === 'add') {
    return withPassword(username, `Administrator ${username} added.`, (db, login) =>
      addAdministrator(db, login, null),
    )
  }
  if (action === 'password') {
    const done = `Password of ${username} changed. Their sessions have ended.`
    return withPassword(username, done, (db, login) =>
      changePassword(db, login, { actor: null, now: new Date() }),
    )
  }
  if (action === 'reset-factor') {
    return async (db) => {
      await removeFactor(db, await findByName(db, username), null)
      return `Second factor of ${username} removed. They sign in by their password alone.`
    }
  }
  if (action !== 'remove') throw invalidInput([{ field: 'action', message: usage }])
  return async (db) => {
    await removeAdministrator(db, { username }, null)
    return `Administrator ${username} removed. Their sessions have ended.`
  }
}

/** `npm run admins -- add|list|remove|password|reset-factor <username>`. Specification, "People and access". */
await runCommand(async ([action, username]) => {
  const config = findDatabase()
  const task = await chooseTask(action, username?.trim())
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    return task(opened.db)
  })
})

/**
 * A password typed in the terminal, unseen, or the first line of what is piped in. Empty where nothing
 * was given: the caller makes one.
 */
async function askPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write('Password (empty: one is made): ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write('\n')
  }
}
