import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectFolder } from '#platform/project/project-folder.ts'
import { syncTree } from './sync-folder.ts'

/**
 * An empty cluster as PostgreSQL's initdb left it, beside the packages that made it. To make one takes
 * three seconds of processor time and half a gigabyte, for each copy that is proved as well.
 * Specification, "Database".
 */
const kept = join(projectFolder, 'node_modules/.cache/greenroom-cluster', installedPglite())

/** Exact: a patch of PGlite may change what an empty cluster holds. */
function installedPglite(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  return version
}

/** Copies it into the empty folder `files`. False where none is kept. */
export function copyKeptCluster(files: string): boolean {
  if (!existsSync(kept)) return false
  cpSync(kept, files, { recursive: true })
  return true
}

/** Keeps a copy of `files`, a cluster that nobody has used. Where nothing can be written none is kept. */
export function keepCluster(files: string) {
  const unfinished = `${kept}.${process.pid}`
  try {
    mkdirSync(dirname(kept), { recursive: true })
    cpSync(files, unfinished, { recursive: true })
    syncTree(unfinished)
    renameSync(unfinished, kept)
  } catch {
    // Not ours to write, no room, or another process was quicker.
    rmSync(unfinished, { recursive: true, force: true })
  }
}
