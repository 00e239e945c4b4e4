import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const oldest = 15

export type PostgresBinaries = { folder: string; version: number }

/** Finds the newest installed PostgreSQL server: Debian's folders, Homebrew's, then the search path. */
export async function findPostgresBinaries(): Promise<PostgresBinaries | undefined> {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin'),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const complete = folders.filter((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  )
  const found = await Promise.all(
    complete.map(async (folder) => ({ folder, version: await versionOf(folder) })),
  )
  return found.filter(({ version }) => version >= oldest).toSorted(newestFirst)[0]
}

function newestFirst(one: PostgresBinaries, other: PostgresBinaries) {
  return other.version - one.version
}

async function versionOf(folder: string) {
  const { stdout } = await run(join(folder, 'postgres'), ['--version']).catch(() => ({
    stdout: '',
  }))
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
}
