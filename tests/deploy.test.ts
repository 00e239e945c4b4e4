import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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

const scripts = ['common.sh', 'data-files.sh', 'greenroom', 'install', 'upgrade'].map((name) =>
  join('deploy', name),
)

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates an unpacked archive without programs, which --dry-run does not run. */
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
  // The threshold is ten times the printed exposure level.
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
})

/** Returns the lines in which root would write into a folder of the site's user. */
function findRootWrites(script: string): string[] {
  const theirs = /\$\{?(?:data|kept|failed|making|backups)\b/
  const writes = /(?:^|[\s;&|({])(?:cp|mv|rm|ln|mkdir|chown|chmod|install|touch|tee|tar|mktemp)\s/
  return script.split('\n').filter((line) => {
    if (/^\s*(?:#|say |fail )|as_site |\|\| fail /.test(line) || !theirs.test(line)) return false
    // Both folders are in folders that root owns.
    if (line.includes('install -d -m 0700 -o "$account" -g "$account" "$data" "$backups"')) {
      return false
    }
    return writes.test(line) || />\s*"?\$/.test(line)
  })
}

test('root writes under no name in a folder of the site’s user', () => {
  for (const name of ['common.sh', 'install', 'upgrade']) {
    expect([name, findRootWrites(readFileSync(join('deploy', name), 'utf8'))]).toEqual([name, []])
  }
  for (const planted of [
    '  mv "$data/$file" "$failed/"',
    'rm -rf "$kept" "$notes"',
    'note >"$data/note"',
    'install -d -m 0700 -o "$account" -g "$account" "$failed"',
  ]) {
    expect(findRootWrites(planted)).toEqual([planted])
  }
})

describe.runIf(process.platform === 'linux')(
  'data-files.sh, which keeps data for an upgrade',
  () => {
    /** Creates a data folder with unusual names and links, and a folder outside. */
    function makeData() {
      const [data, outside] = [makeFolder(), makeFolder()]
      writeFileSync(join(outside, 'version'), 'untouched')
      mkdirSync(join(data, 'database'))
      for (const name of ['database/rows', 'two\nlines', '-rf', ' spaces ', '.hidden']) {
        writeFileSync(join(data, name), name)
      }
      symlinkSync(outside, join(data, 'database', 'link'))
      const task = (...words: string[]) =>
        run('sh', ['deploy/data-files.sh', words[0]!, data, ...words.slice(1)])
      const look = (folder: string) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
          .toSorted()
      return { data, outside, task, look }
    }

    test('it keeps and puts back every file, whatever its name, and follows no planted link', async () => {
      const { data, outside, task, look } = makeData()
      const failed = 'failed-upgrade-20260101T000000Z'
      for (const name of ['.before-upgrade', failed]) symlinkSync(outside, join(data, name))
      const sound = { code: 0, text: '' }
      const before = look(data).filter((name) => !name.includes('upgrade'))
      expect(await task('check')).toEqual(sound)
      expect(await task('keep')).toEqual(sound)
      writeFileSync(join(data, 'database', 'rows'), 'spoilt')
      writeFileSync(join(data, 'new'), 'of the new version')
      expect(await task('set-aside', failed)).toEqual(sound)
      // A second run after an interruption continues and changes nothing that is done.
      expect(await task('set-aside', failed)).toEqual(sound)
      expect(await task('put-back')).toEqual(sound)
      expect(await task('put-back')).toEqual(sound)
      expect(look(join(data, failed))).toContain('/new')
      expect(await task('let-go')).toEqual(sound)
      expect(look(data).filter((name) => !name.includes('upgrade'))).toEqual(before)
      expect(readFileSync(join(data, 'database', 'rows'), 'utf8')).toBe('database/rows')
      expect(readdirSync(outside)).toEqual(['version'])
      expect(readFileSync(join(outside, 'version'), 'utf8')).toBe('untouched')
    })

    test('a file that leads to another place is named before anything is kept', async () => {
      const { data, outside, task } = makeData()
      symlinkSync(outside, join(data, 'mail'))
      const { code, text } = await task('check')
      expect([code, text]).toEqual([1, expect.stringContaining('mail is a link or another disk')])
    })

    test('nothing is set aside where nothing was kept', async () => {
      const { task, look, data } = makeData()
      const before = look(data)
      expect((await task('set-aside', 'failed-upgrade-x')).code).toBe(1)
      expect(look(data)).toEqual(before)
    })
  },
)

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
    expect([domain.code, domain.text]).toEqual([1, expect.stringContaining('is not a domain')])
    const words = ['--dry-run', '--domain', 'talks.example.org', '--email', 'a@b.c} respond {']
    const email = await install(sound, words)
    expect([email.code, email.text]).toEqual([
      1,
      expect.stringContaining('is not an email address'),
    ])
    const silent = await install(sound, ['--dry-run'])
    expect([silent.code, silent.text]).toEqual([1, expect.stringContaining('There is no terminal')])
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
