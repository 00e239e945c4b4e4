import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectFolder } from '#platform/project/project-folder.ts'
import { syncTree } from './sync-folder.ts'

/**
 * Folder in node_modules that caches an empty PostgreSQL database. Without the cache, each new database and each
 * verification of a backup runs initdb: three seconds of CPU and half a gigabyte of memory.
 */
const cached = join(projectFolder, 'node_modules/.cache/greenroom-cluster', installedPglite())

/**
 * Returns the exact version of PGlite, by which the cache is named: a patch release may change a new database's
 * content.
 */
function installedPglite(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  return version
}

/**
 * Copies the cached empty PostgreSQL database into the empty folder `files`. Returns false if the cache contains none.
 */
export function copyKeptCluster(files: string): boolean {
  if (!existsSync(cached)) return false
  cpSync(cached, files, { recursive: true })
  return true
}

/** Caches a copy of `files`, an unused database. Does nothing if the cache folder is not writable. */
export function keepCluster(files: string) {
  const unfinished = `${cached}.${process.pid}`
  try {
    mkdirSync(dirname(cached), { recursive: true })
    cpSync(files, unfinished, { recursive: true })
    syncTree(unfinished)
    renameSync(unfinished, cached)
  } catch {
    // The cache is optional, so ignore errors: its folder may be read-only, the disk full, or another process has just
    // created the cache.
    rmSync(unfinished, { recursive: true, force: true })
  }
}
