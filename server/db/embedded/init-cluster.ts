import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { clusterVersion, versionFile } from './cluster-folder.ts'
import { compileLightly } from './compile-lightly.ts'
import { syncFolder } from './sync-folder.ts'

/** Makes a new database in the folder named as the argument. Run as a process that then ends. */
async function initCluster(folder: string) {
  const files = join(folder, 'files')
  mkdirSync(files, { mode: 0o700 })
  const database = await PGlite.create({ dataDir: files })
  await database.close()
  writeFileSync(join(folder, versionFile), `${JSON.stringify(clusterVersion)}\n`)
  syncTree(folder)
}

function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncFile(path)
  }
  syncFolder(folder)
}

function syncFile(path: string) {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

compileLightly()
await initCluster(process.argv[2]!)
