import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

/**
 * `npm run release -- VERSION`: sets the version everywhere, and writes `tests/upgrade/VERSION` for later
 * releases: a database folder, an export and a backup of the sample series with one person, and `left.json`
 * with what they must contain. Rejects a version without a changelog section.
 */
type Left = { email: string; link: string }

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Say which: npm run release -- 1.2.3')
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}\n`)) {
  fail(`CHANGELOG.md has no heading "## ${version}": what changed, and what is to be done?`)
}
/** Patterns of the version in each file. */
const places: Record<string, RegExp> = {
  'package.json': /(^ {2}"version": ")[^"]+(")/m,
  'package-lock.json': /((?:^ {2}| {6}"name": "greenroom",\n {6})"version": ")[^"]+(")/gm,
  'compose.yaml': /(GREENROOM_IMAGE:-greenroom:)[^}]+(\})/,
}
for (const [file, place] of Object.entries(places)) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(place, `$1${version}$2`))
}

const person = {
  firstName: 'Thandi',
  lastName: 'Nkosi',
  email: `thandi.of-${version}@example.com`,
  receiveUpdates: true,
  receiveEventInvites: true,
}
const folder = join('tests', 'upgrade', version)
const workshop = mkdtempSync(join(tmpdir(), 'greenroom-release-'))
const dataDir = join(workshop, 'data')
const env = { DATA_DIR: dataDir, BACKUP_URL: join(workshop, 'copies') }
try {
  const left = await fill()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await command('export', [join(process.cwd(), folder, 'copy.ndjson.gz'), '--with-key'])
  await command('backup', [])
  for (const name of readdirSync(env.BACKUP_URL)) {
    const text = readFileSync(join(env.BACKUP_URL, name))
    if (name.endsWith('.ndjson.gz')) writeFileSync(join(folder, 'backup.ndjson.gz'), text)
  }
  const even = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  const tar = execFileSync('tar', [...even, '-c', '-C', dataDir, 'database'], {
    maxBuffer: 1024 ** 3,
  })
  // A large window, because a new database repeats almost the same content three times.
  const params = {
    [constants.ZSTD_c_compressionLevel]: 22,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  }
  writeFileSync(join(folder, 'database.tar.zst'), zstdCompressSync(tar, { params }))
  writeFileSync(join(folder, 'left.json'), `${JSON.stringify(left, null, 2)}\n`)
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
console.log(`${folder} holds what version ${version} leaves. What is left to do:
  npm test, and npm run test:install with the archive of the release before
  git add ${folder} and commit, git tag -a v${version} -m "Greenroom ${version}", git push --follow-tags
  npm run package; attach packages/greenroom-${version}-linux-*.tar.gz and their .sha256 to the release`)

/** Starts a new site, registers a person, and returns the link to the event. */
async function fill(): Promise<Left> {
  const site = await startGreenroom({ dataDir })
  try {
    let cookie = ''
    async function ask<Reply>(path: string, body?: object) {
      const answer = await fetch(site.url + path, {
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])[0] ?? cookie
      return (await answer.json()) as Reply
    }
    const [event] = await ask<{ id: number }[]>('/api/events/upcoming')
    await ask('/api/register-multi-event', { ...person, eventIds: [event!.id] })
    cookie = ''
    await ask('/api/admin/login', { username: site.adminUsername, password: site.adminPassword })
    for (let tries = 0; tries < 120; tries++) {
      const list = `/api/admin/messages?email=${encodeURIComponent(person.email)}`
      const { deliveries } = await ask<{ deliveries: { id: number }[] }>(list)
      for (const { id } of deliveries) {
        const mail = await ask<{ kept: { text: string } | null }>(`/api/admin/messages/${id}`)
        const [, link] = /\/join\/([\w.-]+)/.exec(mail.kept?.text ?? '') ?? []
        if (link) return { email: person.email, link }
      }
      await wait(500)
    }
    throw new Error('no mail with a link into the event came about')
  } finally {
    await site.stop()
  }
}

function fail(words: string): never {
  console.error(words)
  process.exit(1)
}

async function command(name: string, words: string[]) {
  const output = await runTerminal(name, words, env)
  if (output.code !== 0) throw new Error(`${name} failed: ${output.stderr}`)
}
