import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
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

const usage =
  'Usage: npm run admins -- add|list|remove|password|reset-factor <username>, with password also --end-keys'

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

type Given = { action?: string; username?: string; endKeys?: boolean }

async function chooseTask({
  action = '',
  username = '',
  endKeys = false,
}: Given): Promise<(db: Db) => Promise<string>> {
  if (endKeys && action !== 'password') throw wrongUsage()
  if (action === 'list') {
    return async (db) => {
      const rows = await listAdministrators(db)
      const lines = rows.map((row) => `${row.username}  since ${row.createdAt.toISOString()}`)
      return lines.join('\n') || 'There is no administrator yet; the first start makes one.'
    }
  }
  if (!username) throw wrongUsage()
  if (action === 'add') {
    return withPassword(username, `Administrator ${username} added.`, (db, login) =>
      addAdministrator(db, login, null),
    )
  }
  if (action === 'password') {
    const ended = endKeys ? 'Their sessions and API keys' : 'Their sessions'
    const done = `Password of ${username} changed. ${ended} have ended.`
    return withPassword(username, done, (db, login) =>
      changePassword(db, login, { actor: null, endKeys, now: new Date() }),
    )
  }
  if (action === 'reset-factor') {
    return async (db) => {
      await removeFactor(db, await findByName(db, username), null)
      return `Second factor of ${username} removed. They sign in by their password alone.`
    }
  }
  if (action !== 'remove') throw wrongUsage()
  return async (db) => {
    await removeAdministrator(db, { username }, null)
    return `Administrator ${username} removed. Their sessions have ended.`
  }
}

function wrongUsage() {
  return invalidInput([{ field: 'action', message: usage }])
}

function readGiven(args: string[]): Given {
  try {
    const options = { 'end-keys': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [action, username] = positionals
    return { action, username: username?.trim(), endKeys: values['end-keys'] }
  } catch {
    throw wrongUsage()
  }
}

/** `npm run admins -- add|list|remove|password|reset-factor <username>`. */
await runCommand(async (args) => {
  const given = readGiven(args)
  const config = findDatabase()
  const task = await chooseTask(given)
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
