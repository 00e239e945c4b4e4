import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/free-port.ts'
import { fillConfiguration } from './fill-configuration.ts'
import { startProgram } from './start-program.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

const run = promisify(execFile)

export type PatroniMember = {
  name: string
  postgresPort: number
  restPort: number
  start(): void
  /** Kills Patroni and all PostgreSQL processes at once, like a power failure. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Returns Patroni's recent output. */
  output(): string
}

type Place = {
  folder: string
  user: { uid: number; gid: number } | undefined
  postgresFolder: string
  etcdHosts: string[]
}

/** Name and role of each member, as reported by Patroni. */
type Roles = { members: { name: string; role: string; state: string }[] }

export const postgresPassword = 'a password on loopback'

/** Prepares Patroni and PostgreSQL without starting them. */
export async function preparePatroni(
  path: string,
  name: string,
  { folder, user, postgresFolder, etcdHosts }: Place,
): Promise<PatroniMember> {
  const own = join(folder, name)
  mkdirSync(own, { mode: 0o700 })
  if (user) chownSync(own, user.uid, user.gid)
  const postgresPort = await freePort()
  const restPort = await freePort()
  const file = fillConfiguration('patroni.yml', join(folder, `${name}.yml`), {
    NAME: name,
    HOST: '127.0.0.1',
    REST_PORT: restPort,
    ETCD_HOSTS: etcdHosts.map((host) => `"${host}"`).join(', '),
    POSTGRES_PORT: postgresPort,
    FOLDER: own,
    POSTGRES_BINARIES: postgresFolder,
    TRUSTED_NETWORK: '127.0.0.1/32',
    POSTGRES_PASSWORD: postgresPassword,
    REPLICATION_PASSWORD: 'another password on loopback',
  })
  const launch = () => startProgram(path, [file], { ...user, cwd: own })
  let patroni: ReturnType<typeof launch> | undefined
  return {
    name,
    postgresPort,
    restPort,
    start() {
      patroni = launch()
    },
    async kill() {
      const processes = await postgresProcesses(join(own, 'postgresql'))
      const ended = patroni?.end('SIGKILL')
      for (const pid of processes) killProcess(pid)
      await ended
    },
    async stop() {
      await patroni?.end('SIGTERM')
      for (const pid of await postgresProcesses(join(own, 'postgresql'))) killProcess(pid)
    },
    output: () => patroni?.output() ?? '',
  }
}

/** Returns the primary's name, and whether the other member is its synchronous standby. */
export async function readRoles({ restPort }: PatroniMember) {
  const response = await fetch(`http://127.0.0.1:${restPort}/cluster`)
  const { members } = (await response.json()) as Roles
  const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
  const standby = members.find(
    ({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state),
  )
  return { primary: leader?.name, standby: standby?.name }
}

/** Resolves with the primary's name when the other member is its synchronous standby. */
export function waitForBoth(members: PatroniMember[], seconds: number): Promise<string> {
  return waitUntil('a primary with a synchronous standby', seconds, async () => {
    const roles = await Promise.all(members.map(readRoles)).catch((cause: unknown) => {
      throw new Error(members.map(({ output }) => output()).join('\n'), { cause })
    })
    const [first] = roles
    const isAgreed = roles.every(({ primary }) => primary === first?.primary)
    return isAgreed && first?.primary !== undefined && first.standby !== undefined
      ? first.primary
      : false
  })
}

async function postgresProcesses(folder: string): Promise<number[]> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return []
  const main = Number(readFileSync(file, 'utf8').split('\n')[0])
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(main)]).catch(() => ({
    stdout: '',
  }))
  return [main, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)]
}

function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already deleted.
  }
}
