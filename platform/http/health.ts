import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '#kernel/health.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { cannotListenMessage } from './listen-for-changes.ts'
import { serve } from './serve.ts'

export function healthRoutes(app: FastifyInstance) {
  const { db, kind, config, cache } = app.deps
  const folder = kind === 'embedded' ? config.dataDir : undefined
  let checking: ReturnType<typeof checkReadiness> | undefined
  /** Checks whether this server process is ready. Callers at the same time share one check. */
  function checkOnce() {
    return (checking ??= checkReadiness(db, folder).finally(() => (checking = undefined)))
  }

  serve(app, contract.getHealth, () => ({ status: 'ok' as const }))
  serve(app, contract.getReadiness, async () => ({
    ...(await checkOnce()),
    ...(cache.listening() === 'deaf' && { warning: cannotListenMessage }),
  }))
}

const patienceMs = 2000

/**
 * Minimum free disk space in bytes, the size of a segment of the write-ahead log: the embedded database crashes if
 * PostgreSQL cannot write the next segment.
 */
export const leastRoom = 16 * 1024 * 1024

/**
 * Resolves if the database answers. Throws a 503 Refusal if it does not answer within two seconds, or if the disk
 * of the embedded database has too little space.
 */
export async function checkReadiness(db: Db, folder?: string): Promise<{ status: 'ready' }> {
  if (folder !== undefined && (await roomIn(folder)) < leastRoom) {
    throw new Refusal('not_ready', { message: 'The disk is full' })
  }
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), patienceMs)
  try {
    await Promise.race([db.execute(sql`select 1`), timeout])
    return { status: 'ready' }
  } catch {
    throw new Refusal('not_ready', { message: 'The database does not answer' })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the free space in bytes on the disk of a folder; Infinity if unknown. */
export async function roomIn(folder: string) {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : Infinity
}
