import { randomBytes } from 'node:crypto'
import { addAdministrator } from '#server/admins/add-administrator.ts'
import { changePassword } from '#server/admins/change-password.ts'
import { listAdministrators } from '#server/admins/list-administrators.ts'
import { removeAdministrator } from '#server/admins/remove-administrator.ts'
import { loadConfig, processEnvironment } from '#server/config.ts'
import { hasCluster } from '#server/db/embedded/cluster-folder.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import type { Db } from '#server/db/open.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { invalidInput } from '#server/refusal.ts'
import { UnusableDatabase } from '#server/unusable-database.ts'
import { askPassword } from './ask-password.ts'
import { runCommand } from './run-command.ts'

const usage = 'Say what to do: npm run admins -- add|list|remove|password <username>'

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
    return withPassword(username, done, (db, login) => changePassword(db, login, { actor: null }))
  }
  if (action !== 'remove') throw invalidInput([{ field: 'action', message: usage }])
  return async (db) => {
    await removeAdministrator(db, { username }, null)
    return `Administrator ${username} removed. Their sessions have ended.`
  }
}

/** `npm run admins -- add|list|remove|password <username>`. Specification, "People and access". */
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
