import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { healthStage } from '#tests/support/health-stage.ts'

const tags = 'postgres'
const minutes = (count: number) => count * 60_000

test('a healthy site is green in every line, and looking sends no mail', { tags }, async () => {
  const { look, mail, database } = await healthStage()
  const { body } = await look()
  expect(body.findings.filter(({ state }) => state !== 'green')).toEqual([])
  const ofServer = ['connections', 'listening']
  expect(body.findings.map(({ check }) => check)).toEqual([
    'settings',
    'site',
    'folder',
    'space',
    'clock',
    'database',
    'migrations',
    ...(database.kind === 'postgres' ? ofServer : []),
    'queue',
    'jobs',
    'mails',
    'mail_server',
    'spf',
    'dkim',
    'dmarc',
    'address',
    'certificate',
    'proxy',
    'backups',
  ])
  expect(mail.offers).toBe(0)
})

test('a hanging check delays neither the others nor the page beyond its timeout', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  silent.listen(0, '0.0.0.0')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const stage = await healthStage({ SMTP_URL: `smtps://0.0.0.0:${port}` })
  stage.proxy.hang(true)
  expect(await stage.findFaults()).toEqual(['mail_server red', 'address yellow'])
}, 60_000)

test(
  'a clock beside that of the database, and a node that hears no other, are named',
  {
    tags: 'postgres-only',
  },
  async () => {
    const stage = await healthStage()
    const { cache } = stage.app.deps
    cache.setListening('deaf')
    expect(await stage.findFaults()).toEqual(['listening yellow'])
    cache.setListening('all')
    stage.clock.set(new Date(Date.now() + minutes(30)))
    expect(await stage.findFaults()).toEqual(['clock red'])
  },
)

test('a signature of a check is valid for an hour and for its exact text', async () => {
  const { db, app, clock } = await healthStage()
  const signed = { about: 'check', at: clock.now().toISOString() }
  const target = { id: 1, email: signed.about, createdAt: clock.now() }
  const token = makeLinkToken(await readLinkKey(db), 'arrival', target)
  const ask = async (payload: object, headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/api/health/arrival', payload, headers })).statusCode
  const own = { 'greenroom-arrival': token }
  expect(await ask(signed, own)).toBe(200)
  expect(await ask(signed, {})).toBe(401)
  expect(await ask(signed, { 'greenroom-arrival': token.replace(/.$/, '_') })).toBe(401)
  expect(await ask({ ...signed, about: 'other' }, own)).toBe(401)
  clock.set(new Date(clock.now().getTime() + minutes(61)))
  expect(await ask(signed, own)).toBe(401)
})

/** Mounts a disk of eight megabytes on the folder; returns false if this user may not mount. */
function mountFullDisk(folder: string): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return true
}

test('a full disk, and one that is read-only, are named where such a disk may be mounted', async ({
  skip,
}) => {
  const { dataDir, findFaults } = await healthStage()
  if (!mountFullDisk(dataDir)) skip('only root may mount a small disk')
  expect(await findFaults()).toEqual(['space red'])
  execFileSync('mount', ['-o', 'remount,ro,size=64m', dataDir])
  expect(await findFaults()).toEqual(['folder red', 'space yellow'])
})
