import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findMissing, makeDebian, packagesLine, startMachine } from './debian-machine.ts'
import { plantArchive, type Plant } from './plant-archive.ts'
import { asSite, dataFiles, newTrap } from './planted-links.ts'
import { must, sayResult, step } from './steps.ts'
import { domain, findAddress, newVisitor } from './visitor.ts'

/**
 * `npm run test:install [-- PREVIOUS-ARCHIVE]`: on an empty Debian 12 with systemd, installs the archive of
 * these sources, visits it over https, and upgrades it to broken versions, which must be rolled back, and to a
 * good one. With an archive of an earlier release, first installs that and upgrades it. `--debian FOLDER`: a
 * debootstrap folder to copy. `--packed FILE`: the archive of these sources, if already made.
 */
const missing = findMissing()
if (missing.length > 0) {
  console.error(`Missing here: ${missing.join(', ')}. On Debian: ${packagesLine}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const { values, positionals } = parseArgs({
  options: { debian: { type: 'string' }, packed: { type: 'string' } },
  allowPositionals: true,
})
const earlier = positionals[0] && resolve(positionals[0])
const workshop = mkdtempSync(join(tmpdir(), 'greenroom-install-'))
const root = join(workshop, 'debian')
const cpu = process.arch === 'arm64' ? 'arm64' : 'x64'
try {
  await play()
} catch (error) {
  console.error((error as Error).message)
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
process.exitCode = sayResult() ? 0 : 1

async function play() {
  await step('an archive is made', () => {
    if (values.packed) return cpSync(values.packed, join(workshop, basename(values.packed)))
    const args = ['--import', './node-version.mjs', 'scripts/package.ts', cpu, workshop]
    execFileSync(process.execPath, args, { stdio: 'ignore' })
  })
  const packed = join(
    workshop,
    readdirSync(workshop).find((name) => name.endsWith('.tar.gz'))!,
  )
  await step('an empty Debian 12 is there', () => {
    makeDebian(root, values.debian && resolve(values.debian))
  })
  const home = join(root, 'root')
  const machine = await startMachine(root)
  try {
    await playOn(machine, home, packed)
  } finally {
    await machine.stop()
  }
}

async function playOn(
  machine: Awaited<ReturnType<typeof startMachine>>,
  home: string,
  packed: string,
) {
  const { run } = machine
  const sure = async (command: string) => {
    const { code, text } = await run(command)
    must(code === 0, `"${command}" ended with ${code}:\n${text}`)
    return text
  }
  const visitor = newVisitor(root, join(workshop, 'cookies'))
  const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  const first = earlier ?? packed
  const [name = ''] = basename(first).split('.tar.gz')
  const folderOf = (file: string) => basename(file).replace('.tar.gz', '')
  const options = `--domain ${domain} --email ${person.email} --internal-certificate --yes`

  await step('three commands to https: fetched, unpacked, installed', async () => {
    cpSync(first, join(home, basename(first)))
    await sure(`tar xzf ${basename(first)}`)
    return (await sure(`${name}/install ${options}`))
      .split('\n')
      .find((line) => /is open/.test(line))
  })
  await step('systemd takes the unit', async () => {
    await sure('systemd-analyze verify /etc/systemd/system/greenroom.service')
    const { text } = await run('systemd-analyze security --no-pager greenroom')
    return /Overall exposure level.*: ([\d.]+ \w+)/.exec(text)?.[1]
  })
  await step('https with HTTP/2 and an offer of HTTP/3, and plain http led there', async () => {
    const there = await visitor.headers(`https://${domain}/`)
    must(there.startsWith('http/2 200') && /alt-svc: h3=/.test(there), there)
    // The container shares this machine's network; look for 443 by UDP in hexadecimal.
    const listening = readFileSync('/proc/net/udp6', 'utf8') + readFileSync('/proc/net/udp', 'utf8')
    must(/:01BB /.test(listening), 'nothing listens on port 443 by UDP')
    const plain = await visitor.headers(`http://${domain}/`)
    must(plain.startsWith('http/1.1 308') && plain.includes(`https://${domain}/`), plain)
  })
  await step('somebody registers over https', async () => {
    const [event] = await visitor.ask<{ id: number }[]>('/api/events/upcoming')
    await visitor.ask('/api/register-multi-event', { ...person, eventIds: [event!.id] })
  })
  const file = join(root, 'etc/greenroom/first-password')
  const [username = '', password = ''] = readFileSync(file, 'utf8').split('\n')
  await step(
    'the first administrator signs in, and the log has the address of who did',
    async () => {
      await visitor
        .ask('/api/admin/login', { username, password: 'something else entirely' })
        .catch(() => {})
      await visitor.ask('/api/admin/login', { username, password })
      const log = '/api/admin/audit-log'
      const { entries } = await visitor.ask<{ entries: { address: string | null }[] }>(log)
      const addresses = entries.flatMap(({ address }) => address ?? [])
      must(addresses.includes(findAddress()), `the log has ${addresses.join(', ') || 'none'}`)
      must(!addresses.includes('203.0.113.9'), 'a made-up X-Forwarded-For was believed')
      return findAddress()
    },
  )
  await step('neither the log of the machine nor the settings hold the password', async () => {
    const { text } = await run(
      `journalctl --no-pager | grep -cF '${password}'; grep -c ADMIN /etc/greenroom/greenroom.env`,
    )
    must(text === '0\n0\n', text)
  })
  /** Returns everything displayed about the person: registrations, mails, timeline. */
  async function look() {
    const { people } = await visitor.ask<{ people: { key: string }[] }>('/api/admin/people')
    const pages = people.map(({ key }) => visitor.ask(`/api/admin/people/${key}`))
    return JSON.stringify([people, await Promise.all(pages)])
  }
  // Wait until the confirmation is stored, which the person's page shows.
  await wait(5000)
  const before = await look()
  const isWhole = async () => must((await look()) === before, 'the data are other ones than before')
  const installed = async () => (await sure('greenroom version')).trim()
  if (earlier) {
    await step('an upgrade from the release before', async () => {
      cpSync(packed, join(home, basename(packed)))
      const said = await sure(`tar xzf ${basename(packed)} && ${folderOf(packed)}/upgrade --yes`)
      await isWhole()
      return /after .* without/.exec(said)?.[0]
    })
  } else {
    await step('installing again changes nothing', async () => {
      const settings = await sure(
        'md5sum /etc/greenroom/greenroom.env /etc/caddy/*; ls -la /opt/greenroom',
      )
      await sure(`${name}/install --yes`)
      const after = await sure(
        'md5sum /etc/greenroom/greenroom.env /etc/caddy/*; ls -la /opt/greenroom',
      )
      must(after.replaceAll(/\d+:\d+/g, '') === settings.replaceAll(/\d+:\d+/g, ''), after)
      await isWhole()
    })
  }
  await step('Caddyfiles that cannot take the site are left as they were', async () => {
    const others = `${domain} {\n\trespond hello\n}\n`
    await sure(`cd /etc/caddy && cp Caddyfile /root/ && printf '${others}' >Caddyfile`)
    const { code, text } = await run(`${folderOf(packed)}/install --yes`)
    must(code === 1 && /Caddy rejects/.test(text), `it ended with ${code}:\n${text}`)
    must(readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8') === others, 'another Caddyfile')
    await sure('cp /root/Caddyfile /etc/caddy/ && systemctl reload caddy')
  })
  const present = folderOf(packed)
  const version = await installed()
  const kept = join(root, 'var/lib/greenroom/.before-upgrade')
  const notes = join(root, 'opt/greenroom/upgrade')
  const mine = '/opt/greenroom/upgrade'
  const spoils = `update users set first_name = 'Lost'; create table planted (id int)`
  const plants: [title: string, version: string, plant: Plant][] = [
    ['an upgrade that does not start', '90.0.1', { fault: 'at the start' }],
    [
      'an upgrade that spoils the data and falls over',
      '90.0.2',
      { fault: 'once it is open', sql: spoils },
    ],
    [
      'an upgrade that falls over as a service only',
      '90.0.3',
      { fault: 'as a service', sql: spoils },
    ],
  ]
  const trap = newTrap(sure)
  await step("links of the site's user lead an install nowhere", async () => {
    await trap.plant()
    await sure(`systemctl stop greenroom
      ${asSite('mv database by-hand && ln -s /srv/outside/absent database')}`)
    const { code, text } = await run(`${present}/install --yes`)
    must(code === 1 && /does not start/.test(text), `it ended with ${code}:\n${text}`)
    await trap.look()
    await sure(`${asSite('rm -rf database && mv by-hand database')} && ${present}/install --yes`)
    await isWhole()
  })
  for (const [title, planted, plant] of plants) {
    plantArchive(join(home, present), join(home, 'planted'), planted, plant)
    await step(`${title} goes back by itself, data and all`, async () => {
      const { code, text } = await run('planted/upgrade --yes')
      must(code === 1 && /serves again/.test(text), `it ended with ${code}:\n${text}`)
      must((await installed()) === version, await installed())
      await isWhole()
      await trap.look()
      return `${readdirSync(join(root, 'var/backups/greenroom')).length} copies`
    })
  }
  await step('links swapped in while an upgrade goes back lead root nowhere', async () => {
    const { code, text } = await run(`${trap.swapping} planted/upgrade --yes`)
    await trap.look()
    await sure(trap.endSwapping)
    const isBack = code === 1 && /serves again/.test(text)
    const again = isBack ? { text } : await run('planted/upgrade --yes')
    must(/serves again/.test(again.text), `it ended with ${code}:\n${text}\nthen:\n${again.text}`)
    await isWhole()
    await trap.look()
    return isBack ? 'at once' : 'by a second run'
  })
  const sound = { sql: 'create table planted (id int)' }
  plantArchive(join(home, present), join(home, 'planted'), '90.0.4', sound)
  await step('an upgrade that is killed goes on when it is begun again', async () => {
    const killed = `planted/upgrade --yes & until [ -s /run/greenroom-trial ]; do sleep 0.1; done; sleep 1; kill -9 $!`
    await run(`setsid sh -c '${killed}'`)
    must(existsSync(join(notes, 'version')), 'nothing was kept aside')
    const said = await sure('planted/upgrade --yes')
    must(/continues now/.test(said) && (await installed()) === '90.0.4', said)
    await isWhole()
    must(!existsSync(kept), 'the data kept aside are still there')
  })
  plantArchive(join(home, present), join(home, 'planted'), '90.0.5', {
    ...sound,
    fault: 'at the start',
  })
  await step(
    'one that had visitors meanwhile takes nothing back but where it is told to',
    async () => {
      const was = basename((await sure('readlink -f /opt/greenroom/current')).trim())
      // The state after a crash and a reboot into the new version, which then broke.
      await sure(`mkdir -p ${mine} && systemctl stop greenroom
      ${dataFiles('keep')}
      echo ${was} >${mine}/version && echo a copy >${mine}/copy && sleep 1.1
      folder=90.0.5-$(sha256sum /root/planted/SHA256SUMS | cut -c 1-8)
      cp -R /root/planted /opt/greenroom/versions/$folder
      ln -sfn versions/$folder /opt/greenroom/current && systemctl start greenroom || true`)
      const { code, text } = await run('planted/upgrade --yes')
      must(code === 1 && /may have served visitors/.test(text), `it ended with ${code}:\n${text}`)
      must(existsSync(join(notes, 'version')), 'the data of before were let go')
      const back = await run('planted/upgrade --yes --go-back')
      must(back.code === 1 && /serves again/.test(back.text), back.text)
      await isWhole()
      must(!existsSync(kept) && !existsSync(notes), 'the data kept aside are still there')
    },
  )
  await step('data behind a link are refused before anything is changed', async () => {
    await sure(`systemctl stop greenroom && mv /var/lib/greenroom/database /var/lib/elsewhere
      ln -s ../elsewhere /var/lib/greenroom/database`)
    const { code, text } = await run('planted/upgrade --yes')
    must(code === 1 && /is a link or another disk/.test(text), `it ended with ${code}:\n${text}`)
    await sure(`rm /var/lib/greenroom/database && mv /var/lib/elsewhere /var/lib/greenroom/database
      systemctl start greenroom`)
  })
  plantArchive(join(home, present), join(home, 'planted'), '90.0.5', sound)
  await step('one that is cut off while it goes back does so when it is begun again', async () => {
    // The state after a power cut: the new version's data are moved aside, and no old data are restored yet.
    await sure(`systemctl stop greenroom && mkdir -p ${mine}
      ${dataFiles('keep')} && ${dataFiles('set-aside', 'failed-upgrade-cut')}
      basename "$(readlink -f /opt/greenroom/current)" >${mine}/version
      echo a copy >${mine}/copy
      echo /var/lib/greenroom/failed-upgrade-cut >${mine}/going-back`)
    const { text: state } = await run('systemctl start greenroom; systemctl is-active greenroom')
    must(/inactive/.test(state), `it was started on half of its data: ${state}`)
    const { code, text } = await run('planted/upgrade --yes')
    must(code === 1 && /serves again/.test(text), `it ended with ${code}:\n${text}`)
    await isWhole()
    must(!existsSync(kept), 'the data kept aside are still there')
  })
  await step('a sound upgrade, visited all the while', async () => {
    const upgrade = sure('planted/upgrade --yes')
    const isOver = () => Promise.race([upgrade.then(() => true), wait(50, false)])
    let visits = 0
    for (; !(await isOver()); visits++) await visitor.ask('/api/events/upcoming')
    const said = await upgrade
    must((await installed()) === '90.0.5', await installed())
    await isWhole()
    must(!existsSync(kept), 'the data kept aside are still there')
    await trap.look()
    return `${/after .* without/.exec(said)?.[0]}; ${visits} visits, none refused`
  })
  await step('an older version is refused', async () => {
    const { code, text } = await run(`${present}/upgrade --yes`)
    must(code === 1 && /older version/.test(text), text)
  })
}
