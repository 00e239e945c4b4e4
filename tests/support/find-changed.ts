import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns files that differ from where this branch left main, or from the revision, committed or not. */
export async function findChanged(revision?: string): Promise<{ since: string; paths: string[] }> {
  const since = revision ?? (await findMain())
  const { stdout } = await run('git', ['merge-base', 'HEAD', since]).catch(() => {
    throw new Error(`--changed: there is no revision ${since} here; give one: --changed <revision>`)
  })
  const base = stdout.trim()
  const lists = await Promise.all([
    run('git', ['diff', '--name-only', '--no-renames', '-z', base]),
    run('git', ['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  const paths = lists.flatMap((list) => list.stdout.split('\0').filter((path) => path !== ''))
  return { since, paths: [...new Set(paths)].toSorted() }
}

/** Prefers the remote branch to the local copy. */
async function findMain() {
  for (const name of ['origin/main', 'main']) {
    const isThere = await run('git', ['rev-parse', '--verify', '--quiet', name]).then(
      () => true,
      () => false,
    )
    if (isThere) return name
  }
  return 'HEAD'
}
