import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Faults that are planted in a later version; each breaks another point of the upgrade. */
export type Plant = {
  /** The process exits: at its start, as a service only, or once it listens. */
  fault?: 'at the start' | 'once it is open' | 'as a service'
  /** SQL of an additional migration. */
  sql?: string
}

/** Copies an unpacked archive to `to` as a later version with the planted faults. */
export function plantArchive(from: string, to: string, version: string, plant: Plant): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  change(join(to, 'VERSION'), (text) => text.replace(/^version=.*$/m, `version=${version}`))
  const [start = ''] = globSync(join(to, 'site', 'build', '*', 'server', 'start.js'))
  if (plant.fault) change(start, (text) => `${faults[plant.fault!]}\n${text}`)
  if (plant.sql) addMigration(join(to, 'site', 'schema', 'migrations'), plant.sql)
  writeDigests(to)
}

const faults = {
  'at the start': 'process.exit(1)',
  'once it is open': `const say = process.stdout.write.bind(process.stdout)
process.stdout.write = (text, ...rest) => {
  const said = say(text, ...rest)
  if (String(text).includes('admin area')) process.exit(1)
  return said
}`,
  'as a service': 'if (process.env.INVOCATION_ID) process.exit(1)',
}

function change(file: string, edit: (text: string) => string) {
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}

function addMigration(folder: string, sql: string) {
  const tag = '9000_planted'
  change(join(folder, 'meta', '_journal.json'), (text) => {
    const journal = JSON.parse(text) as { entries: { idx: number; when: number; tag: string }[] }
    const last = journal.entries.at(-1)!
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
    return JSON.stringify(journal)
  })
  writeFileSync(join(folder, `${tag}.sql`), sql)
}

function writeDigests(folder: string) {
  const files = globSync('**/*', { cwd: folder }).filter(
    (path) => path !== 'SHA256SUMS' && statSync(join(folder, path)).isFile(),
  )
  const kept = files.filter((path) => !/^(install|upgrade)$|node_modules\/\.bin\//.test(path))
  const lines = kept.toSorted().map((path) => {
    const digest = createHash('sha256').update(readFileSync(join(folder, path)))
    return `${digest.digest('hex')}  ${path}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
