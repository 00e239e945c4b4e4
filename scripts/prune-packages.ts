import { globSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * `node scripts/prune-packages.ts`, in the folder whose packages are to run and nothing else: takes away
 * what Node never reads of them, and the copies of Node itself that come along. Licences stay.
 */
const copiesOfNode = 'node_modules/node-{linux,win}-*'
/** Maps and types for tools, sources before they were compiled, and texts for people. */
const neverRead = 'node_modules/**/*.{map,ts,mts,cts,tsx,flow,md,markdown}'
const isKept = (path: string) => /licen[cs]e|notice|copying|copyright/i.test(basename(path))

for (const path of globSync(copiesOfNode)) rmSync(join(path), { recursive: true })
for (const path of globSync(neverRead)) if (!isKept(path)) rmSync(path, { recursive: true })
