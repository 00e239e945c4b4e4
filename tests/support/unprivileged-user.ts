import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns a user for PostgreSQL, which refuses to run as root. Undefined: we are not root; null: there is no
 * other user.
 */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined | null> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout))
    const [uid, gid] = await Promise.all(ids).catch(() => [])
    if (uid && gid) return { uid, gid }
  }
  return null
}
