import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { builtFolder } from './built-pages.ts'

const ignored = ['.test.ts', '.test.tsx']

async function run(folder: string, command: string) {
  const child = spawn(command, { cwd: folder, shell: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`)
}

/** Returns the instructions of a stage of the Dockerfile, one per line; by default the last one. */
function readStage(name?: string): string[] {
  const stages = readFileSync('Dockerfile', 'utf8').split(/^(?=FROM )/m)
  const stage = name
    ? stages.find((text) => text.split('\n', 1)[0]!.endsWith(` AS ${name}`))
    : stages.at(-1)
  return stage!.replaceAll('\\\n', ' ').split('\n')
}

type Copied = { from?: string; sources: string[]; target: string }

function copiesOf(stage: string[]): Copied[] {
  return stage.flatMap((line) => {
    const [, from, sources = '', target = ''] =
      /^COPY (?:--from=(\w+) )?(.+) (\S+)$/.exec(line) ?? []
    return target ? [{ from, sources: sources.split(' '), target }] : []
  })
}

function copySources(folder: string, { sources, target }: Copied) {
  for (const source of sources) {
    const to = target.endsWith('/') ? join(target, basename(source)) : target
    const filter = (path: string) => !ignored.some((ending) => path.endsWith(ending))
    cpSync(source, join(folder, to), { recursive: true, filter })
  }
}

/** Another platform, and the folder of its Node. */
export type Target = { cpu: 'x64' | 'arm64'; nodeFolder: string }

/**
 * Assembles in `folder` what the Dockerfile's last stage copies into the image, with packages from npm's cache.
 * Returns the stages that it copies from.
 */
export async function assembleImage(folder: string, target?: Target): Promise<Set<string>> {
  const packages = readStage('packages')
  for (const copied of copiesOf(packages)) copySources(folder, copied)
  const [install = '', prune = ''] = packages
    .find((line) => line.startsWith('RUN '))!
    .slice('RUN '.length)
    .split(' && ')
  const system = target ? ` --os=linux --cpu=${target.cpu} --libc=glibc` : ''
  await run(folder, `${install.replace('npm ci', 'npm ci --prefer-offline')}${system}`)
  if (target) {
    renameSync(join(folder, 'node_modules', `node-linux-${target.cpu}`), target.nodeFolder)
  }
  await run(folder, prune)
  for (const { sources } of copiesOf(packages)) {
    for (const source of sources) rmSync(join(folder, basename(source)), { force: true })
  }
  const built = await builtFolder()
  const copied = copiesOf(readStage())
  for (const copy of copied) {
    if (copy.from === undefined) copySources(folder, copy)
    else if (copy.from === 'build') {
      cpSync(built, join(folder, copy.target, basename(built)), { recursive: true })
    }
  }
  return new Set(copied.flatMap(({ from }) => from ?? []))
}

/** Returns the size of a folder's files in megabytes of 1,000,000 bytes, like image layers. */
export function measureMegabytes(folder: string): number {
  let bytes = 0
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isDirectory()) bytes += lstatSync(join(file.parentPath, file.name)).size
  }
  return bytes / 1e6
}
