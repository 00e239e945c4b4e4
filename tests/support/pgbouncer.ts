import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { startProgram } from '#tests/cluster/start-program.ts'
import { freePort } from './free-port.ts'
import { querySql } from './query-sql.ts'
import { unprivilegedUser } from './unprivileged-user.ts'
import { waitUntil } from './wait-until.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']

/**
 * Starts PgBouncer in transaction mode until the test ends; skips the test if it is not installed. Works with
 * any release, because support for named statements is switched off.
 */
export async function startPgbouncer(
  context: TestContext,
  databaseUrl: string,
  { poolSize = 20 }: { poolSize?: number } = {},
): Promise<string> {
  const path = folders.map((folder) => join(folder, 'pgbouncer')).find((each) => existsSync(each))
  const user = await unprivilegedUser()
  if (path === undefined || user === null) {
    context.skip('PgBouncer is not here: apt-get install pgbouncer')
    throw new Error('skipped')
  }
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-pgbouncer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} user=${username} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  )
  await chmod(folder, 0o755)
  if (user) await chown(folder, user.uid, user.gid)
  const pooler = startProgram(path, [settings], { ...user, cwd: folder })
  onTestFinished(() => pooler.end('SIGKILL'))
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await waitUntil('PgBouncer answers', 10, async () => {
    if (!pooler.isRunning()) throw new Error(pooler.output())
    return querySql(url, 'select 1')
  })
  return url
}
