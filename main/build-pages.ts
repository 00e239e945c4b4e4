import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const projectFolder = fileURLToPath(new URL('..', import.meta.url))
const buildsFolder = join(projectFolder, 'build')
const buildsKept = 3
const hourMs = 60 * 60 * 1000
const inputs = [
  'app/**/*',
  'client/**/*',
  'features/*/{contract,rules}.ts',
  'features/*/{public,admin}/**/*',
  'kernel/**/*.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'main/build-pages.ts',
]

/** A name for exactly these sources: a build made from them is never made again. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node)
  const files = inputs.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: projectFolder })
    if (found.length === 0) throw new Error(`main/build-pages.ts: ${pattern} fits no file`)
    return found.filter((name) => !/\.test\.|\.md$/.test(name))
  })
  for (const name of files.toSorted()) {
    const path = join(projectFolder, name)
    if (statSync(path).isFile()) hash.update(`\n${name}\n`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The folder of the pages built from the present sources: `{client,server}`. Builds where there is
 * none, aside and swapped in whole, so that a server running from an older build keeps its files.
 */
export async function buildPages(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<string> {
  const name = fingerprint()
  const folder = join(buildsFolder, name)
  if (existsSync(folder)) return folder
  say('Building the pages (only when their sources changed) …')
  const aside = join(buildsFolder, `.${name}-${process.pid}`)
  await mkdir(buildsFolder, { recursive: true })
  try {
    await runBuild(aside, environment)
    await compressAssets(join(aside, 'client'))
    await rename(aside, folder).catch((error: unknown) => {
      // Another start was quicker with the same build.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  await removeOldBuilds(name)
  return folder
}

/** In a process of its own, which gives its memory back. */
async function runBuild(buildFolder: string, environment: Record<string, string | undefined>) {
  const cli = findBuildTools()
  const child = spawn(process.execPath, [join(cli, '..', 'bin.cjs'), 'build'], {
    cwd: projectFolder,
    env: { ...environment, NODE_ENV: 'production', GREENROOM_BUILD_FOLDER: resolve(buildFolder) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const { promise, resolve: ended } = Promise.withResolvers<number | null>()
  child.on('close', ended)
  if ((await promise) !== 0) throw new Error(`The pages could not be built:\n${output}`)
}

/** Throws in words where only the packages that run the site are installed. */
function findBuildTools() {
  try {
    return fileURLToPath(import.meta.resolve('@react-router/dev/package.json'))
  } catch {
    throw new Error(
      'The pages are not built from these sources, and the tools to build them are not installed: ' +
        'run "npm ci" without --omit=dev, or bring along what "npm run build" made of them.',
    )
  }
}

/** Marks a build as in use, now and every hour, so that no other start takes it for an old one. */
export function keepInUse(buildFolder: string) {
  function nonce() {
    const now = new Date()
    // A folder that can't be written to, as in an image, is not cleared by anybody either.
    void utimes(buildFolder, now, now).catch(() => {})
  }
  nonce()
  setInterval(nonce, hourMs).unref()
}

/** Keeps the newest few, and whatever was in use within a day. */
async function removeOldBuilds(current: string) {
  const names = (await readdir(buildsFolder)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const lastUse = (name: string) => statSync(join(buildsFolder, name)).mtimeMs
  const old = names
    .filter((name) => name !== current)
    .toSorted((a, b) => lastUse(b) - lastUse(a))
    .slice(buildsKept - 1)
    .filter((name) => lastUse(name) < Date.now() - 24 * hourMs)
  for (const name of old) await rm(join(buildsFolder, name), { recursive: true, force: true })
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
      await writeFile(`${path}.gz`, await compressGzip(bytes))
    }),
  )
}
