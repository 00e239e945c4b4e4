import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assembleImage } from '#tests/support/assemble-image.ts'

/**
 * `npm run package [-- x64|arm64] [FOLDER]`: makes an archive per CPU with Node, the built site and everything
 * that `install` needs, so that servers compile and download nothing; writes a checksum beside it. Default
 * FOLDER: `packages`.
 */
const words = process.argv.slice(2)
const cpus = (['x64', 'arm64'] as const).filter(
  (cpu) => words.includes(cpu) || !words.some((word) => /^(x64|arm64)$/.test(word)),
)
const target = resolve(words.find((word) => !/^(x64|arm64)$/.test(word)) ?? 'packages')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Other files of the archive, with their places. */
const deployed = [
  'Caddyfile',
  'common.sh',
  'data-files.sh',
  'find-ports.mjs',
  'greenroom',
  'greenroom.service',
  'install',
  'try-https.mjs',
  'upgrade',
  'wait-until-serving.mjs',
]
const texts = {
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  'README.md': 'deploy/README.md',
  'docs/operations.md': 'docs/operations.md',
  'docs/settings.md': 'docs/settings.md',
}
/** The processor codes in ELF files. */
const machines = { x64: 0x3e, arm64: 0xb7 }

for (const cpu of cpus) {
  const workshop = mkdtempSync(join(tmpdir(), 'greenroom-package-'))
  try {
    const file = await makeArchive(cpu, workshop)
    const megabytes = (statSync(file).size / 1e6).toFixed(1)
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(`${file}.sha256`, `${digest}  ${file.split('/').at(-1)}\n`)
    console.log(`${file} (${megabytes} MB)`)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

async function makeArchive(cpu: 'x64' | 'arm64', workshop: string) {
  const name = `greenroom-${version}-linux-${cpu}`
  const folder = join(workshop, name)
  const nodeFolder = join(workshop, 'node')
  mkdirSync(join(folder, 'site'), { recursive: true })
  await assembleImage(join(folder, 'site'), { cpu, nodeFolder })
  cpSync(join(nodeFolder, 'bin', 'node'), join(folder, 'node', 'bin', 'node'))
  cpSync(join(nodeFolder, 'LICENSE'), join(folder, 'node', 'LICENSE'))
  for (const file of deployed) cpSync(join('deploy', file), join(folder, 'deploy', file))
  for (const [to, from] of Object.entries(texts)) cpSync(from, join(folder, to))
  for (const command of ['install', 'upgrade']) {
    symlinkSync(join('deploy', command), join(folder, command))
  }
  writeFileSync(join(folder, 'VERSION'), `version=${version}\nsystem=linux-${cpu}\n`)
  refuseOtherMachines(folder, cpu)
  setModes(folder)
  writeDigests(folder)
  mkdirSync(target, { recursive: true })
  const file = join(target, `${name}.tar.gz`)
  // The same sources produce the same bytes on any machine.
  const even = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  execFileSync('tar', [...even, '-I', 'gzip -n -9', '-cf', file, '-C', workshop, name])
  return file
}

function filesOf(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Throws if a program or library is for another processor than the archive. */
function refuseOtherMachines(folder: string, cpu: 'x64' | 'arm64') {
  const start = Buffer.alloc(20)
  const binaries = filesOf(folder).filter((file) => {
    const opened = openSync(file, 'r')
    start.fill(0)
    readSync(opened, start, 0, 20, 0)
    closeSync(opened)
    if (start.toString('latin1', 0, 4) !== '\x7FELF') return false
    if (start.readUInt16LE(18) === machines[cpu]) return true
    throw new Error(`${file} is not for ${cpu}`)
  })
  const found = globSync('site/node_modules/@img/sharp{,-libvips}-linux-*', { cwd: folder })
  if (found.length !== 2 || binaries.length < 3) {
    throw new Error(`Node, sharp or its library for ${cpu} is missing: ${binaries.join(', ')}`)
  }
}

/** Sets modes independently of the umask. */
function setModes(folder: string) {
  const programs = /\/(?:node\/bin\/node|deploy\/(?:greenroom|install|upgrade))$/
  for (const file of filesOf(folder)) chmodSync(file, programs.test(file) ? 0o755 : 0o644)
  for (const path of ['', ...globSync('**/', { cwd: folder })]) chmodSync(join(folder, path), 0o755)
}

/** Writes checksums for `sha256sum --check` on the server. */
function writeDigests(folder: string) {
  const lines = filesOf(folder).map((file) => {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    return `${digest}  ${file.slice(folder.length + 1)}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
