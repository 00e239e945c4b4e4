import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterVersion, versionFile } from './cluster-folder.ts'
import { copyKeptCluster, keepCluster } from './kept-cluster.ts'
import { compileLightly } from './pglite-engine.ts'
import { syncTree } from './sync-folder.ts'

/** Creates a new embedded database in the folder that is this child process's argument. */
async function initCluster(folder: string) {
  const files = join(folder, 'files')
  mkdirSync(files, { mode: 0o700 })
  if (!copyKeptCluster(files)) {
    await makeCluster(files)
    keepCluster(files)
  }
  writeFileSync(join(folder, versionFile), `${JSON.stringify(clusterVersion)}\n`)
  syncTree(folder)
}

async function makeCluster(files: string) {
  compileLightly()
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create({ dataDir: files })
  await database.close()
}

await initCluster(process.argv[2]!)
