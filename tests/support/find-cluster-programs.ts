import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgresBinaries } from './postgres-binaries.ts'

const names = ['etcd', 'patroni', 'haproxy', 'nginx', 'openssl'] as const

export type ClusterPrograms = Record<(typeof names)[number], string> & { postgresFolder: string }

/** Debian's packages of all that a cluster needs. They are never installed by a test. */
export const packagesLine =
  'apt-get install patroni etcd-server haproxy nginx-light openssl postgresql (and stop the services they start)'

/** Where the programs are, or which are missing on this machine. */
export async function findClusterPrograms(): Promise<ClusterPrograms | { missing: string[] }> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const found = Object.fromEntries(
    names.map((name) => [
      name,
      folders.map((folder) => join(folder, name)).find((path) => existsSync(path)),
    ]),
  )
  const binaries = await findPostgresBinaries()
  const missing: string[] = names.filter((name) => found[name] === undefined)
  if (binaries === undefined) missing.push('postgresql')
  if (missing.length > 0) return { missing }
  return { ...(found as Record<(typeof names)[number], string>), postgresFolder: binaries!.folder }
}
