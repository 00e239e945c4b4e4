import { join } from 'node:path'
import { fillConfiguration } from './fill-configuration.ts'
import type { PatroniMember } from './start-patroni.ts'
import { startProgram, type Program } from './start-program.ts'

type Place = { folder: string; user: { uid: number; gid: number } | undefined }

/** HAProxy, which leads to whichever PostgreSQL is the primary. */
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

/** nginx in front of two nodes. */
export function startNginx(
  path: string,
  { folder, user }: Place,
  port: number,
  [first, second]: [string, string],
): Program {
  const file = fillConfiguration('nginx.conf', join(folder, 'nginx.conf'), {
    FOLDER: folder,
    HOST: '127.0.0.1',
    PUBLIC_PORT: port,
    FIRST_NODE: new URL(first).host,
    SECOND_NODE: new URL(second).host,
  })
  return startProgram(path, ['-e', 'stderr', '-c', file], { ...user, cwd: folder })
}
