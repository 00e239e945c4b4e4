// Runs `npm start` and the commands from the build of the current sources, and builds first if necessary. Plain
// JavaScript, because loading Node's TypeScript support takes 70 ms and 18 MB at each start.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const projectFolder = fileURLToPath(new URL('.', import.meta.url))
const buildsFolder = join(projectFolder, 'build')
/** Sources of a build. Migrations and content are not built. */
const sourceFolders = ['app', 'client', 'features', 'kernel', 'main', 'platform', 'schema']
const sourceFiles = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const isNoSource = /\.test\.|\.(?:md|sql)$|_journal\.json$|_snapshot\.json$/

/** Returns a hash of the sources, which names their build. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node)
  const add = (name) => hash.update(`\n${name}\n`).update(readFileSync(join(projectFolder, name)))
  for (const file of sourceFiles) add(file)
  for (const folder of sourceFolders) {
    const found = readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
    const files = found.filter((entry) => entry.isFile() && !isNoSource.test(entry.name))
    const names = files.map((entry) => join(entry.parentPath, entry.name))
    for (const name of names.map((path) => path.slice(projectFolder.length)).toSorted()) add(name)
  }
  return hash.digest('hex').slice(0, 16)
}

async function findBuild() {
  // An image contains a single build and no sources.
  if (!existsSync(join(projectFolder, 'main'))) {
    const [only] = readdirSync(buildsFolder).filter((name) => /^[0-9a-f]{16}$/.test(name))
    return join(buildsFolder, only)
  }
  const folder = join(buildsFolder, fingerprint())
  if (!existsSync(folder)) await build(folder)
  return folder
}

/** Builds in a child process, so that its memory is freed. */
async function build(folder) {
  const { spawnSync } = await import('node:child_process')
  const args = ['--import', './node-version.mjs', 'main/build-site.ts', folder]
  const { status } = spawnSync(process.execPath, args, { cwd: projectFolder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const maps = new Map()

/** Maps a position in the build to its source; packages have no source maps and stay unchanged. */
function findSource(place, address, line, column) {
  if (!maps.has(address)) {
    const file = new URL(`${address}.map`)
    maps.set(address, existsSync(file) && new SourceMap(JSON.parse(readFileSync(file, 'utf8'))))
  }
  const map = maps.get(address)
  const found = map ? map.findOrigin(Number(line), Number(column)) : {}
  if (found.fileName === undefined) return place
  return `${fileURLToPath(new URL(found.fileName, address))}:${found.lineNumber}:${found.columnNumber}`
}

/**
 * Maps error positions to sources lazily: Node's own support reads every source map at the start, which costs
 * 30 ms and 4 MB.
 */
function nameSourcesInErrors() {
  Error.prepareStackTrace = (error, calls) => {
    const lines = calls.map((call) =>
      String(call).replace(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/, findSource),
    )
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ')
  }
}

const [name = 'start', ...words] = process.argv.slice(2)
const folder = await findBuild()
if (name === 'build') process.stdout.write(`${folder}\n`)
else {
  const program = join(folder, 'server', `${name}.js`)
  process.argv.splice(1, process.argv.length, program, ...words)
  nameSourcesInErrors()
  await import(pathToFileURL(program).href)
}
