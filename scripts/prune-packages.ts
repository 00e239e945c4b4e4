import { globSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * `node scripts/prune-packages.ts`: removes files that Node never reads from the packages in the current
 * folder, and copies of Node in them. Keeps licences.
 */
const copiesOfNode = 'node_modules/node-{linux,win}-*'
/** Source maps, types, uncompiled sources and documentation. */
const neverRead = 'node_modules/**/*.{map,ts,mts,cts,tsx,flow,md,markdown}'
const isKept = (path: string) => /licen[cs]e|notice|copying|copyright/i.test(basename(path))

for (const path of globSync(copiesOfNode)) rmSync(join(path), { recursive: true })
for (const path of globSync(neverRead)) if (!isKept(path)) rmSync(path, { recursive: true })
