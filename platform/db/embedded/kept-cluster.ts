import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectFolder } from '#platform/project/project-folder.ts'
import { syncTree } from './sync-folder.ts'

/**
 * Cache of an empty PostgreSQL cluster, next to the installed packages. initdb takes three seconds
 * of CPU and half a gigabyte of memory, also for each verified backup.
 */
const cached = join(projectFolder, 'node_modules/.cache/greenroom-cluster', installedPglite())

/** Use the exact version: a patch release of PGlite may change the initial content. */
function installedPglite(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  return version
}

/** Copies the cached cluster into the empty folder `files`. Returns false if there is none. */
export function copyKeptCluster(files: string): boolean {
  if (!existsSync(cached)) return false
  cpSync(cached, files, { recursive: true })
  return true
}

/** Caches a copy of `files`, an unused cluster. Does nothing if the cache is not writable. */
export function keepCluster(files: string) {
  const unfinished = `${cached}.${process.pid}`
  try {
    mkdirSync(dirname(cached), { recursive: true })
    cpSync(files, unfinished, { recursive: true })
    syncTree(unfinished)
    renameSync(unfinished, cached)
  } catch {
    // The folder is read-only, the disk is full, or another process was faster.
    rmSync(unfinished, { recursive: true, force: true })
  }
}
