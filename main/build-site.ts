import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { projectFolder } from '#platform/project/project-folder.ts'
import { fontSettings } from '#platform/pictures/variant-maker.ts'
import { processEnvironment } from '#platform/settings/config.ts'

const buildsKept = 3
const hourMs = 60 * 60 * 1000

/**
 * Builds pages and server from the current sources into the subfolders `client` and `server` of `folder`.
 * Builds in a temporary folder, and renames it to `folder` at the end, so that no process uses an incomplete
 * build. run.mjs starts this file.
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
    await copyFonts(join(aside, 'server', 'fonts'))
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await removeOldBuilds(folder)
}

/**
 * Waits until no other process builds the site, so that processes that start together build once. The lock is a
 * database transaction, which the operating system ends with the process.
 */
function waitForOtherBuilds(buildsFolder: string) {
  const lock = new DatabaseSync(join(buildsFolder, '.lock'), { timeout: hourMs })
  lock.exec('begin exclusive')
  locks.add(lock)
}

/**
 * Database handles that hold a lock. Without a reference, garbage collection would close the handle and release the
 * lock.
 */
const locks = new Set<DatabaseSync>()

async function runBuild(buildFolder: string) {
  // Pass the build folder to react-router.config.ts, which reads this environment variable.
  processEnvironment('production').GREENROOM_BUILD_FOLDER = buildFolder
  const { createBuilder } = await findBuildTools()
  const builder = await createBuilder({ root: projectFolder, logLevel: 'error' })
  await builder.buildApp()
}

/** Imports Vite. Throws OperatorError with an explanation if the development packages are not installed. */
function findBuildTools() {
  return import('vite').catch((error: unknown) => {
    throw new OperatorError(
      'The site has not been built from these sources, and the build tools are not installed: ' +
        'run "npm ci" without --omit=dev, or provide the result of "npm run build".',
      { cause: error },
    )
  })
}

/** Deletes builds, except the current one, the two used last before it, and those used within a day. */
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
 * Sorts the imports in React Router's manifest, which every first visit loads. In a fixed order, with the most
 * common chunks first, the manifest compresses better.
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

/** Copies the fonts of share cards, their licences and the settings that name them. */
async function copyFonts(folder: string) {
  await mkdir(folder)
  const folders = readFileSync(fontSettings, 'utf8').matchAll(/>(\.\.\/[^<]+)</g)
  for (const [, name = ''] of folders) {
    const source = join(dirname(fontSettings), name)
    for (const font of globSync('*.ttf', { cwd: source })) {
      await copyFile(join(source, font), join(folder, font))
      await copyFile(join(source, '../LICENSE_FONT'), join(folder, `${font}.license.txt`))
    }
  }
  await copyFile(fontSettings, join(folder, basename(fontSettings)))
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes a `.br` and a `.gz` file beside every text asset, so that the server need not compress assets. */
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
