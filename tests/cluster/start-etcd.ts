import { mkdirSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { fillConfiguration } from './fill-configuration.ts'
import { startProgram, type Program } from './start-program.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

export type Etcd = { hosts: string[]; members: Program[] }

type Place = { folder: string; user: { uid: number; gid: number } | undefined }

/** Starts three etcd members on loopback and waits until they respond. */
export async function startEtcd(path: string, { folder, user }: Place): Promise<Etcd> {
  const members = await Promise.all(
    ['etcd1', 'etcd2', 'etcd3'].map(async (name) => ({
      name,
      clientPort: await freePort(),
      peerPort: await freePort(),
    })),
  )
  const peers = members.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`)
  const programs = members.map(({ name, clientPort, peerPort }) => {
    const own = join(folder, name)
    mkdirSync(own)
    if (user) chownSync(own, user.uid, user.gid)
    const file = fillConfiguration('etcd.yml', join(folder, `${name}.yml`), {
      NAME: name,
      FOLDER: own,
      HOST: '127.0.0.1',
      PEER_PORT: peerPort,
      CLIENT_PORT: clientPort,
      PEERS: peers.join(','),
    })
    return startProgram(path, ['--config-file', file], { ...user, cwd: own })
  })
  const hosts = members.map(({ clientPort }) => `127.0.0.1:${clientPort}`)
  await waitUntil('etcd is healthy', 60, async () => {
    const dead = programs.find((program) => !program.isRunning())
    if (dead) throw new Error(dead.output())
    const answers = await Promise.all(hosts.map((host) => fetch(`http://${host}/health`)))
    return answers.every(({ ok }) => ok)
  })
  return { hosts, members: programs }
}
