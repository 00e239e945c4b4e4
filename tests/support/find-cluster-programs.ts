import { findProgram } from './find-program.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'

const names = ['etcd', 'patroni', 'haproxy', 'nginx', 'openssl'] as const

export type ClusterPrograms = Record<(typeof names)[number], string> & { postgresFolder: string }

/** Debian packages that a cluster needs. Tests never install them. */
export const packagesLine =
  'apt-get install patroni etcd-server haproxy nginx-light openssl postgresql (and stop the services they start)'

/** Returns the programs' paths, or those missing on this machine. */
export async function findClusterPrograms(): Promise<ClusterPrograms | { missing: string[] }> {
  const found = Object.fromEntries(names.map((name) => [name, findProgram(name)]))
  const binaries = await findPostgresBinaries()
  const missing: string[] = names.filter((name) => found[name] === undefined)
  if (binaries === undefined) missing.push('postgresql')
  if (missing.length > 0) return { missing }
  return { ...(found as Record<(typeof names)[number], string>), postgresFolder: binaries!.folder }
}
