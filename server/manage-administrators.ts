import { randomBytes } from 'node:crypto'
import { addAdministrator } from './admins/add-administrator.ts'
import { changePassword } from './admins/change-password.ts'
import { listAdministrators } from './admins/list-administrators.ts'
import { removeAdministrator } from './admins/remove-administrator.ts'
import { askPassword } from './ask-password.ts'
import { loadConfig, processEnvironment } from './config.ts'
import { hasCluster } from './db/cluster-folder.ts'
import { migrateDatabase } from './db/migrate.ts'
import type { Db } from './db/open.ts'
import { UnusableDatabase } from './db/unusable-database.ts'
import { withDatabase } from './db/with-database.ts'
import { Refusal } from './refusal.ts'
import { runCommand } from './run-command.ts'

const usage = 'Say what to do: npm run admins -- add|list|remove|password <username>'

type Login = { username: string; password: string }

/** Asks for the password before the database is opened: the embedded one is locked meanwhile. */
async function withPassword(
  username: string,
  done: string,
  change: (db: Db, login: Login) => Promise<void>,
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
  if (!username) throw new Refusal(400, usage)
  if (action === 'add') {
    return withPassword(username, `Administrator ${username} added.`, addAdministrator)
  }
  if (action === 'password') {
    const done = `Password of ${username} changed. Their sessions have ended.`
    return withPassword(username, done, changePassword)
  }
  if (action !== 'remove') throw new Refusal(400, usage)
  return async (db) => {
    await removeAdministrator(db, username)
    return `Administrator ${username} removed. Their sessions have ended.`
  }
}

/** `npm run admins -- add|list|remove|password <username>`. decisions.md, "People and access". */
await runCommand(async ([action, username]) => {
  const config = loadConfig(processEnvironment())
  if (!config.databaseUrl && !hasCluster(config.dataDir)) {
    throw new UnusableDatabase(`There is no database in ${config.dataDir} (DATA_DIR).`)
  }
  const task = await chooseTask(action, username?.trim())
  return withDatabase(config, async (opened) => {
    await migrateDatabase(opened)
    return task(opened.db)
  })
})
