import { chown, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '#tests/support/free-port.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'
import { unprivilegedUser } from '#tests/support/unprivileged-user.ts'
import type { ClusterPrograms } from '#tests/support/find-cluster-programs.ts'
import { startEtcd } from './start-etcd.ts'
import {
  postgresPassword,
  preparePatroni,
  waitForBoth,
  type PatroniMember,
} from './start-patroni.ts'
import type { Program } from './start-program.ts'
import { startHaproxy, startNginx } from './start-proxies.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

export type Cluster = {
  /** The public URL, served by nginx. */
  url: string
  /** Connects to the primary through HAProxy. */
  databaseUrl: string
  databases: [PatroniMember, PatroniMember]
  nodes: [Greenroom, Greenroom]
  stop(): Promise<void>
}

/**
 * Starts three etcd members, two PostgreSQL servers under Patroni with synchronous replication, HAProxy, two
 * Greenroom nodes and nginx, all on loopback. See docs/operations.md, "Highly available".
 */
export async function startCluster(programs: ClusterPrograms): Promise<Cluster> {
  const user = await unprivilegedUser()
  if (user === null) throw new Error('run as root, and no user "postgres" or "nobody"')
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-cluster-'))
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  const place = { folder, user }
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const keep = (program: Program) => ends.push(() => program.end('SIGTERM'))
  async function stop() {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const etcd = await startEtcd(programs.etcd, place)
    etcd.members.forEach(keep)
    const where = { ...place, postgresFolder: programs.postgresFolder, etcdHosts: etcd.hosts }
    const databases: Cluster['databases'] = [
      await preparePatroni(programs.patroni, 'postgres1', where),
      await preparePatroni(programs.patroni, 'postgres2', where),
    ]
    for (const database of databases) {
      ends.push(() => database.stop())
      database.start()
    }
    await waitForBoth(databases, 120)
    const databasePort = await freePort()
    keep(startHaproxy(programs.haproxy, place, databasePort, databases))
    const databaseUrl = `postgres://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${databasePort}/postgres`
    await waitUntil('HAProxy leads to the primary', 30, () => answers(databaseUrl))
    const ports = { plain: await freePort(), tls: await freePort() }
    const url = `https://127.0.0.1:${ports.tls}`
    // Rate limits are off, which requires a PUBLIC_URL without https.
    const env = { TRUST_PROXY: '1', RATE_LIMITS: 'off' }
    const first = await startGreenroom({ databaseUrl, env, isAsShipped: true })
    ends.push(() => first.close())
    const second = await startGreenroom({ databaseUrl, env, isAsShipped: true })
    ends.push(() => second.close())
    keep(await startNginx(programs.nginx, place, ports, [first.url, second.url]))
    await waitUntil('nginx leads to Greenroom', 30, async () => (await fetch(url)).ok)
    await waitUntil('nginx leads to https', 5, () => leadsToTls(ports.plain))
    return { url, databaseUrl, databases, nodes: [first, second], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function leadsToTls(port: number) {
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/members`, {
    redirect: 'manual',
  })
  return status === 301 && headers.get('location') === 'https://127.0.0.1/members'
}

async function answers(connectionString: string) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  await client.query('select 1')
  await client.end()
  return true
}
