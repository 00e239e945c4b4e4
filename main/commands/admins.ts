import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  addAdministrator,
  findByName,
  listAdministrators,
} from '#features/administrators/server/accounts.ts'
import { changePassword } from '#features/administrators/server/passwords.ts'
import { changeRecoveryEmail } from '#features/administrators/server/recovery.ts'
import { changeRole, removeAdministrator } from '#features/administrators/server/roles.ts'
import { removeFactor } from '#features/sign-in/server/factor-setup.ts'
import { type AdministratorRole, administratorRoles } from '#kernel/administrator-roles.ts'
import { email as emailField } from '#kernel/fields.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

const usage =
  'Usage: npm run admins -- list | add <username> [--email <address>] [--role <owner|editor|viewer>] | role <username> <owner|editor|viewer> | email <username> <address|none> | password <username> [--end-keys] | reset-factor <username> | remove <username>'

type Login = { username: string; password: string }

/**
 * Asks the operator for a new password and returns a task that saves it. Asks before the database is opened,
 * because while the embedded database is open, no other process can use it.
 */
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

type Given = {
  action?: string
  username?: string
  /** Second argument of the commands `npm run admins -- email` (the new email, or `none`) and `role` (the new role). */
  value?: string
  email?: string
  /** The value of the option `--role` of the command `add`. */
  role?: string
  endKeys?: boolean
}

/**
 * Replaces the job queue, because this command does not run jobs. The command adds mails to the outbox, and the running
 * site sends them.
 */
const jobs = { send: async () => {} }

async function chooseTask({
  action = '',
  username = '',
  value = '',
  email,
  role,
  endKeys = false,
}: Given): Promise<(db: Db) => Promise<string>> {
  if (endKeys && action !== 'password') throw wrongUsage()
  if ((email ?? role) !== undefined && action !== 'add') throw wrongUsage()
  // An operator in the terminal need not confirm a new recovery email by a link in a mail.
  const deed = { actor: null, jobs, now: new Date(), needsConfirmation: false }
  if (action === 'list') {
    return async (db) => {
      const rows = await listAdministrators(db)
      const lines = rows.map(
        (row) =>
          `${row.username}  since ${row.createdAt.toISOString()}  ${row.role}  ${row.email ?? 'no email'}`,
      )
      return lines.join('\n') || 'There is no administrator yet. The first start creates one.'
    }
  }
  if (!username) throw wrongUsage()
  if (action === 'add') {
    const address = email === undefined ? undefined : readEmail(email)
    const chosen = role === undefined ? undefined : readRole(role)
    return withPassword(username, `Administrator ${username} added.`, (db, login) =>
      addAdministrator(db, { ...login, email: address, role: chosen }, deed),
    )
  }
  if (action === 'role') {
    const chosen = readRole(value)
    return async (db) => {
      await changeRole(db, { username }, { ...deed, role: chosen })
      return `${username} has the role ${chosen} now.`
    }
  }
  if (action === 'email') {
    const address = value === 'none' ? null : readEmail(value)
    return async (db) => {
      await changeRecoveryEmail(db, await findByName(db, username), address, deed)
      return address
        ? `${address} can now reset the password of ${username}.`
        : `Recovery email of ${username} removed.`
    }
  }
  if (action === 'password') {
    const ended = endKeys ? 'Their sessions and API keys' : 'Their sessions'
    const done = `Password of ${username} changed. ${ended} have ended.`
    return withPassword(username, done, (db, login) =>
      changePassword(db, login, { ...deed, endKeys }),
    )
  }
  if (action === 'reset-factor') {
    return async (db) => {
      await removeFactor(db, await findByName(db, username), null)
      return `Two-factor authentication of ${username} removed. They now sign in with their password only.`
    }
  }
  if (action !== 'remove') throw wrongUsage()
  return async (db) => {
    await removeAdministrator(db, { username }, null)
    return `Administrator ${username} removed. Their sessions have ended.`
  }
}

function readEmail(text: string): string {
  const read = emailField.safeParse(text)
  if (read.success) return read.data
  throw invalidInput([
    { field: 'email', message: `${text || 'The email'} is not a valid email address` },
  ])
}

function readRole(text: string): AdministratorRole {
  const found = administratorRoles.find((role) => role === text)
  if (found) return found
  const message = `${text || 'The role'} is not one of ${administratorRoles.join(', ')}`
  throw invalidInput([{ field: 'role', message }])
}

function wrongUsage() {
  return invalidInput([{ field: 'action', message: usage }])
}

function readGiven(args: string[]): Given {
  try {
    const options = {
      'end-keys': { type: 'boolean' },
      email: { type: 'string' },
      role: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [action, username, value] = positionals
    const { email, role, 'end-keys': endKeys } = values
    return { action, username: username?.trim(), value, email, role, endKeys }
  } catch {
    throw wrongUsage()
  }
}

/** `npm run admins`: manages administrators' accounts. */
await runCommand(async (args) => {
  const options = readGiven(args)
  const config = findDatabase()
  const task = await chooseTask(options)
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    return task(opened.db)
  })
})

/**
 * Reads a password from the terminal without echo, or from the first line of piped input. Returns '' if there
 * is none; the caller then generates a password.
 */
async function askPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write('Password (empty to generate one): ')
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
