import dns from 'node:dns'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { checkHealth } from '#features/health/contract.ts'
import { nameBackup } from '#platform/backups/kept-backups.ts'
import type { Db } from '#platform/db/open.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { backups } from '#schema/platform.ts'
import { authority, certificates } from './certificates.ts'
import { startHttpsProxy } from './https-proxy.ts'
import { startMailServer } from './mail-server.ts'
import { startNameServer } from './name-server.ts'
import { testApp, testClock } from './test-app.ts'

export const domain = 'lights.test'
const login = 'hello:curtain & call'
const account = `hello:${encodeURIComponent('curtain & call')}`

/** Starts real servers for everything that a healthy site needs, with matching settings. */
export async function startHealthyParts() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-health-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const copies = join(folder, 'copies')
  const certificate = certificates.site
  const [names, proxy, mail] = await Promise.all([
    startNameServer(),
    startHttpsProxy(),
    startMailServer({ offersTls: true, certificate, login }),
  ])
  names.say(domain, 'v=spf1 include:mail.test -all')
  names.say(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${'MIIB'.repeat(90)}`)
  names.say(`_dmarc.${domain}`, 'v=DMARC1; p=quarantine')
  const mailUrl = (who = account) => `smtp://${who}@0.0.0.0:${new URL(mail.url).port}`
  const environment = {
    DATA_DIR: dataDir,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '1',
    SMTP_URL: mailUrl(),
    MAIL_FROM: `House Lights <hello@${domain}>`,
    BACKUP_URL: copies,
    RATE_LIMITS: 'on',
  }
  return { names, proxy, mail, mailUrl, dataDir, copies, environment }
}

/** Adds a valid backup with that time, as file and row. */
export async function keepCopy(db: Db, folder: string, madeAt: Date) {
  const name = nameBackup(madeAt)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), '')
  await db
    .insert(backups)
    .values({ madeAt, endedAt: madeAt, name, people: 3, rows: 40, size: 1000 })
}

/** Starts a healthy site with an administrator who reads its health. */
export async function healthStage(
  given: Record<string, string> = {},
  parts?: Awaited<ReturnType<typeof startHealthyParts>>,
) {
  const { names, proxy, ...others } = parts ?? (await startHealthyParts())
  const [servers, authorities] = [dns.getServers(), getCACertificates('default')]
  dns.setServers([names.address])
  setDefaultCACertificates([...authorities, authority])
  onTestFinished(() => {
    dns.setServers(servers)
    setDefaultCACertificates(authorities)
  })
  const logged: string[] = []
  const stage = await testApp({
    environment: { ...others.environment, LOG_LEVEL: 'info', ...given },
    log: { write: (line) => void logged.push(line) },
    // The real time, because the database's clock cannot be set.
    clock: testClock(new Date()),
  })
  const admin = await stage.asAdmin()
  await stage.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = stage.app.server.address() as AddressInfo
  proxy.leadTo(`http://127.0.0.1:${port}`)
  // Every start creates the key.
  await readLinkKey(stage.db)
  // Servers answer with the real date; a slow start must not make this clock late.
  stage.clock.set(new Date())
  await keepCopy(stage.db, others.copies, stage.clock.now())
  const look = () => admin.call(checkHealth)
  /** Returns findings that are not green, as `mail_server red`. */
  async function findFaults() {
    const { body, status, text } = await look()
    if (status !== 200) throw new Error(text)
    const faults = body.findings.filter(({ state }) => state !== 'green')
    return faults.map(({ check, state }) => `${check} ${state}`)
  }
  return { ...stage, ...others, names, proxy, admin, logged, look, findFaults }
}
