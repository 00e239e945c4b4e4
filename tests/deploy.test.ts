import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findProgram } from './support/find-program.ts'
import { startArguments } from './support/start-command.ts'

const scripts = ['common.sh', 'greenroom', 'install', 'upgrade'].map((name) => join('deploy', name))

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An unpacked archive with nothing to run in it, which --dry-run never does. */
function makeArchive(system = `linux-${process.arch}`) {
  const folder = makeFolder()
  cpSync('deploy', join(folder, 'deploy'), { recursive: true })
  for (const name of ['install', 'upgrade']) symlinkSync(join('deploy', name), join(folder, name))
  writeFileSync(join(folder, 'VERSION'), `version=1.2.3\nsystem=${system}\n`)
  const files = ['VERSION', ...globSync('deploy/*', { cwd: folder })].map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), files.join(''))
  return folder
}

type Said = { code: number; text: string }

function run(program: string, words: string[]): Promise<Said> {
  return new Promise((resolve) => {
    const child = execFile(program, words, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, text: out + err })
    })
    child.stdin?.end()
  })
}

const dry = ['--dry-run', '--domain', 'talks.example.org', '--email', 'desk@example.org']

test('every shell reads the scripts, and none of its linters objects', () => {
  for (const shell of ['sh', 'dash', 'bash'].filter((name) => findProgram(name))) {
    for (const script of scripts) execFileSync(shell, ['-n', script])
  }
  if (findProgram('shellcheck')) execFileSync('shellcheck', ['-x', ...scripts])
  expect(scripts.map((script) => readFileSync(script, 'utf8').split('\n').length > 300)).toEqual(
    scripts.map(() => false),
  )
})

test('the service starts what npm start does, and may neither become root nor write but where it must', () => {
  const line = startArguments.slice(0, -1).join(' ')
  expect(readFileSync('deploy/greenroom', 'utf8')).toContain(`set -- ${line} "$@"`)
  const unit = join(makeFolder(), 'greenroom.service')
  const text = readFileSync('deploy/greenroom.service', 'utf8')
  for (const wanted of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'MemoryMax=']) {
    expect(text).toContain(`\n${wanted}`)
  }
  if (!findProgram('systemd-analyze')) return
  writeFileSync(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'))
  execFileSync('systemd-analyze', ['verify', unit])
  // Ten times the level that it prints, at most.
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
})

describe.runIf(process.platform === 'linux')('what install and upgrade say on Linux', () => {
  test('a dry run says all that it would do, writes nothing, and needs neither root nor an answer', async () => {
    const archive = makeArchive()
    const { code, text } = await run('sh', [join(archive, 'install'), ...dry])
    expect([code, text]).toEqual([0, expect.stringContaining('Nothing was changed.')])
    for (const part of [
      'useradd --system',
      'PUBLIC_URL=https://talks.example.org',
      'TRUST_PROXY=1',
      'install --no-install-recommends caddy',
      'tls desk@example.org',
      'reverse_proxy 127.0.0.1:3000',
      'systemd/system/greenroom.service',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/\{\$GREENROOM/)
    expect(existsSync('/opt/greenroom')).toBe(false)
    const own = await run('sh', [join(archive, 'install'), ...dry, '--without-caddy'])
    expect([own.code, own.text.includes('apt-get')]).toEqual([0, false])
  })

  test('what cannot be installed is refused with what to do, before anything is asked', async () => {
    const install = (archive: string, words: string[]) =>
      run('sh', [join(archive, 'install'), ...words])
    const sound = makeArchive()
    const domain = await install(sound, [
      '--dry-run',
      '--domain',
      'no name',
      '--email',
      'a@b.example',
    ])
    expect([domain.code, domain.text]).toEqual([1, expect.stringContaining('is no name of a site')])
    const words = ['--dry-run', '--domain', 'talks.example.org', '--email', 'a@b.c} respond {']
    const email = await install(sound, words)
    expect([email.code, email.text]).toEqual([1, expect.stringContaining('is no mail address')])
    const silent = await install(sound, ['--dry-run'])
    expect([silent.code, silent.text]).toEqual([1, expect.stringContaining('at a terminal')])
    const foreign = await install(makeArchive('linux-riscv64'), dry)
    expect([foreign.code, foreign.text]).toEqual([
      1,
      expect.stringContaining('This archive is for linux-riscv64'),
    ])
    appendFileSync(join(sound, 'deploy', 'Caddyfile'), '# changed on the way\n')
    const damaged = await install(sound, dry)
    expect([damaged.code, damaged.text]).toEqual([1, expect.stringContaining('is damaged')])
    const upgrade = await run('sh', [join(makeArchive(), 'upgrade'), '--dry-run'])
    expect([upgrade.code, upgrade.text]).toEqual([1, expect.stringContaining('is not installed')])
  })
})
