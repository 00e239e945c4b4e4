import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { fillConfiguration } from './fill-configuration.ts'
import type { PatroniMember } from './start-patroni.ts'
import { startProgram, type Program } from './start-program.ts'

type Place = { folder: string; user: { uid: number; gid: number } | undefined }

/** Starts HAProxy, which connects to the current primary. */
export function startHaproxy(
  path: string,
  { folder, user }: Place,
  port: number,
  [first, second]: [PatroniMember, PatroniMember],
): Program {
  const file = fillConfiguration('haproxy.cfg', join(folder, 'haproxy.cfg'), {
    HOST: '127.0.0.1',
    DATABASE_PORT: port,
    FIRST_POSTGRES: `127.0.0.1:${first.postgresPort}`,
    FIRST_REST_PORT: first.restPort,
    SECOND_POSTGRES: `127.0.0.1:${second.postgresPort}`,
    SECOND_REST_PORT: second.restPort,
  })
  return startProgram(path, ['-db', '-f', file], { ...user, cwd: folder })
}

/** Starts nginx before two nodes with a new certificate, which this process then trusts. */
export async function startNginx(
  path: string,
  { folder, user }: Place,
  ports: { plain: number; tls: number },
  [first, second]: [string, string],
): Promise<Program> {
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const made = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1`
  await promisify(execFile)('openssl', [...made.split(' '), '-keyout', key, '-out', certificate])
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')])
  if (user) for (const file of [certificate, key]) await chown(file, user.uid, user.gid)
  const file = fillConfiguration('nginx.conf', join(folder, 'nginx.conf'), {
    FOLDER: folder,
    HOST: '127.0.0.1',
    PLAIN_PORT: ports.plain,
    PUBLIC_PORT: ports.tls,
    CERTIFICATE: certificate,
    CERTIFICATE_KEY: key,
    FIRST_NODE: new URL(first).host,
    SECOND_NODE: new URL(second).host,
  })
  return startProgram(path, ['-e', 'stderr', '-c', file], { ...user, cwd: folder })
}
