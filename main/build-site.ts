import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { projectFolder } from '#platform/project/project-folder.ts'
import { processEnvironment } from '#platform/settings/config.ts'

const buildsKept = 3
const hourMs = 60 * 60 * 1000

/**
 * Run by run.mjs with the folder to make: pages and server, `{client,server}`, from the present sources.
 * They are made aside and swapped in whole, so that a server running from an older build keeps its files.
 */
async function buildSite(folder: string) {
  const buildsFolder = dirname(folder)
  const aside = join(buildsFolder, `.${basename(folder)}-${process.pid}`)
  await mkdir(buildsFolder, { recursive: true })
  waitForOtherBuilds(buildsFolder)
  if (existsSync(folder)) return
  process.stdout.write('Building the site (only when its sources changed) …\n')
  try {
    await runBuild(aside)
    await sortManifest(join(aside, 'client'))
    await compressAssets(join(aside, 'client'))
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await removeOldBuilds(folder)
}

/**
 * Blocks until no other process builds in this folder: processes that start together need one build, not one each.
 * The kernel releases the lock when the process ends, however it ends.
 */
function waitForOtherBuilds(buildsFolder: string) {
  const lock = new DatabaseSync(join(buildsFolder, '.lock'), { timeout: hourMs })
  lock.exec('begin exclusive')
  locks.add(lock)
}

/** A collected handle would close the file and release the lock. */
const locks = new Set<DatabaseSync>()

async function runBuild(buildFolder: string) {
  // Read by react-router.config.ts.
  processEnvironment('production').GREENROOM_BUILD_FOLDER = buildFolder
  const { createBuilder } = await findBuildTools()
  const builder = await createBuilder({ root: projectFolder, logLevel: 'error' })
  await builder.buildApp()
}

/** Throws in words where only the packages that run the site are installed. */
function findBuildTools() {
  return import('vite').catch((error: unknown) => {
    throw new OperatorError(
      'The site is not built from these sources, and the tools to build it are not installed: ' +
        'run "npm ci" without --omit=dev, or bring along what "npm run build" made of them.',
      { cause: error },
    )
  })
}

/** Keeps the newest few, and whatever was in use within a day. */
async function removeOldBuilds(current: string) {
  const buildsFolder = dirname(current)
  const found = (await readdir(buildsFolder)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const folders = found.map((name) => join(buildsFolder, name))
  const lastUse = (folder: string) => statSync(folder).mtimeMs
  const old = folders
    .filter((folder) => folder !== current)
    .toSorted((a, b) => lastUse(b) - lastUse(a))
    .slice(buildsKept - 1)
    .filter((folder) => lastUse(folder) < Date.now() - 24 * hourMs)
  for (const folder of old) await rm(folder, { recursive: true, force: true })
}

/**
 * Every first view loads the list of all pages' parts, which names them in any order: in one order, the most
 * common first, it is smaller once compressed.
 */
async function sortManifest(clientFolder: string) {
  for (const name of globSync('assets/manifest-*.js', { cwd: clientFolder })) {
    const path = join(clientFolder, name)
    const manifest = readFileSync(path, 'utf8')
    const count = (part: string) => manifest.split(part).length
    const sorted = manifest.replaceAll(/(?<="imports":\[)[^\]]+/g, (parts) =>
      parts
        .split(',')
        .toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1))
        .join(','),
    )
    await writeFile(path, sorted)
  }
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text asset, once, so that serving one is only reading it. */
async function compressAssets(clientFolder: string) {
  const names = globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: clientFolder })
  await Promise.all(
    names.map(async (name) => {
      const path = join(clientFolder, name)
      const bytes = readFileSync(path)
      await writeFile(`${path}.br`, await compressBrotli(bytes))
      await writeFile(
        `${path}.gz`,
        await compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      )
    }),
  )
}

await buildSite(process.argv[2]!).catch((error: Error) => {
  process.stderr.write(
    error instanceof OperatorError
      ? `${error.message}\n`
      : `The site could not be built:\n${error.stack ?? error.message}\n`,
  )
  process.exit(1)
})
